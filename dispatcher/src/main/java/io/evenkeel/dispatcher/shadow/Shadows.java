// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.control.FittingPolicies;
import io.evenkeel.dispatcher.control.ShadowConflictException;
import io.evenkeel.dispatcher.control.ShadowControl;
import io.evenkeel.dispatcher.control.ShadowView;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.policy.PolicyCatalog;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shadows of a dispatcher, and the thread that follows them while there are any.
 *
 * <p>Its lock is never held while a policy is asked, so a policy that hangs stops the shadows, but neither the traffic
 * nor the queries. When a cluster gets another policy, its shadows begin again; when it leaves the configuration, they
 * end.
 */
public final class Shadows implements ShadowControl, AutoCloseable {

    private static final long STEP_MS = 10;

    private final Supplier<Map<String, Cluster>> clusters;
    private final Supplier<Settings> settings;
    private final FittingPolicies policies;
    private final InstantSource clock;
    private final EventLog events;
    private final Map<String, ShadowRunner> runners = new LinkedHashMap<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(Shadows::thread);

    /** Held while shadows are led on, so that one thread at a time does it. */
    private final Object walking = new Object();

    private @Nullable Future<?> following;

    /** @param clusters those in force, by name */
    public Shadows(
            Supplier<Map<String, Cluster>> clusters,
            Supplier<Settings> settings,
            PolicyCatalog catalog,
            InstantSource clock,
            EventLog events) {
        this.events = events;
        this.clusters = clusters;
        this.settings = settings;
        this.policies = new FittingPolicies(catalog);
        this.clock = clock;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "evenkeel-shadows");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public synchronized List<ShadowView> list(String cluster) {
        find(cluster);
        return shadows(cluster).stream().map(Shadow::view).toList();
    }

    @Override
    public synchronized ShadowView start(String cluster, String policy) {
        Cluster found = find(cluster);
        policies.check(policy, found.settings(), settings.get());
        List<Shadow> present = shadows(cluster);
        Shadow before = named(present, policy);
        if (before != null && !before.hasFailed()) {
            throw new ShadowConflictException(
                    "policy '" + policy + "' is a shadow of cluster '" + cluster + "' already");
        }
        if (before == null && present.size() >= MOST) {
            throw new ShadowConflictException(
                    "cluster '" + cluster + "' has " + MOST + " shadows, and that is the most");
        }
        Shadow shadow = make(found, policy);
        ShadowRunner runner = runners.get(cluster);
        if (runner == null || !runner.follows(found)) {
            runner = renew(cluster, found);
        }
        if (before != null) {
            shadows(cluster).stream().filter(each -> each.name().equals(policy)).forEach(runner::remove);
        }
        runner.add(shadow);
        if (following == null) {
            following = thread.scheduleWithFixedDelay(this::followSafely, STEP_MS, STEP_MS, TimeUnit.MILLISECONDS);
        }
        return shadow.view();
    }

    @Override
    public synchronized ShadowView stop(String cluster, String policy) {
        find(cluster);
        ShadowRunner runner = runners.get(cluster);
        Shadow shadow = named(shadows(cluster), policy);
        if (runner == null || shadow == null) {
            throw new UnknownNameException("cluster '" + cluster + "' has no shadow '" + policy + "'"
                    + shadows(cluster).stream()
                            .map(Shadow::name)
                            .reduce((one, other) -> one + ", " + other)
                            .map(names -> "; it has " + names)
                            .orElse(""));
        }
        runner.remove(shadow);
        if (runner.shadows().isEmpty()) {
            runner.end();
            runners.remove(cluster);
        }
        rest();
        return shadow.view();
    }

    private List<Shadow> shadows(String cluster) {
        ShadowRunner runner = runners.get(cluster);
        return runner == null ? List.of() : runner.shadows();
    }

    private static @Nullable Shadow named(List<Shadow> shadows, String policy) {
        return shadows.stream()
                .filter(each -> each.name().equals(policy))
                .findFirst()
                .orElse(null);
    }

    private Shadow make(Cluster cluster, String policy) {
        return new Shadow(
                cluster.name(),
                cluster.settings().policy().name(),
                policy,
                policies.make(policy, cluster.settings(), cluster.table().capacity()),
                cluster.table().capacity(),
                clock.millis(),
                cluster.events().cluster());
    }

    private Cluster find(String name) {
        Map<String, Cluster> inForce = clusters.get();
        Cluster cluster = inForce.get(name);
        if (cluster == null) {
            throw new UnknownNameException(
                    "there is no cluster '" + name + "'; there is " + String.join(", ", inForce.keySet()));
        }
        return cluster;
    }

    /** A runner of the cluster as it is now, with new shadows in place of those that ran. */
    private ShadowRunner renew(String name, Cluster cluster) {
        ShadowRunner next = new ShadowRunner(cluster);
        ShadowRunner before = runners.put(name, next);
        if (before != null) {
            before.end();
            for (Shadow shadow : before.shadows()) {
                next.add(shadow.hasFailed() ? shadow : make(cluster, shadow.name()));
            }
        }
        return next;
    }

    private void followSafely() {
        try {
            follow();
        } catch (RuntimeException e) {
            events.cluster().error("shadows could not be followed", e);
        }
    }

    /** Leads every shadow to the present. */
    void follow() {
        synchronized (walking) {
            List<ShadowRunner> now;
            synchronized (this) {
                reconcile();
                now = List.copyOf(runners.values());
            }
            now.forEach(ShadowRunner::follow);
        }
    }

    /** Follows the changes of a reload. */
    private void reconcile() {
        Map<String, Cluster> inForce = clusters.get();
        for (Map.Entry<String, ShadowRunner> each : List.copyOf(runners.entrySet())) {
            Cluster cluster = inForce.get(each.getKey());
            if (cluster == null) {
                each.getValue().end();
                runners.remove(each.getKey());
            } else if (!each.getValue().follows(cluster)) {
                renew(each.getKey(), cluster);
            }
        }
        rest();
    }

    /** Ends the thread when there are no shadows. */
    private void rest() {
        Future<?> task = following;
        if (runners.isEmpty() && task != null) {
            task.cancel(false);
            following = null;
        }
    }

    @Override
    public synchronized void close() {
        thread.shutdownNow();
        for (Iterator<ShadowRunner> all = runners.values().iterator(); all.hasNext(); ) {
            all.next().end();
            all.remove();
        }
    }
}
