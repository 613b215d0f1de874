// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.log.Spacing;
import io.evenkeel.dispatcher.node.Cluster;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.random.RandomGenerator;

/**
 * The passive ejection of all clusters; settings are read again at every look, so a reload needs no call.
 *
 * <p>One timer on the first event loop looks at every cluster four times a second; a look costs a few hundred
 * nanoseconds for each node.
 */
public final class Ejections implements AutoCloseable {

    private static final long TICK_NS = 250_000_000;
    private static final long SAY_AGAIN_NS = 10_000_000_000L;

    private final RandomGenerator random;
    private final Map<Cluster, Ejection> watched = new ConcurrentHashMap<>();
    private final ScheduledFuture<?> timer;
    private final Spacing failures = new Spacing(SAY_AGAIN_NS);

    /** @param loop whose timer is used */
    Ejections(Loop loop, RandomGenerator random) {
        this.random = random;
        this.timer = loop.every(TICK_NS, () -> {
            long nowNs = loop.nowNs();
            watched.forEach((cluster, ejection) -> look(cluster, ejection, nowNs));
        });
    }

    /** Starts; a cluster is watched from {@link #watch} on. */
    public static Ejections start(Engine engine, RandomGenerator random) {
        return new Ejections(engine.loops().get(0), random);
    }

    /** Looks at a cluster. When that fails, the others are looked at all the same: its policy may throw or hang. */
    private void look(Cluster cluster, Ejection ejection, long nowNs) {
        try {
            ejection.tick(nowNs);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            if (failures.passes(nowNs)) {
                cluster.events()
                        .node()
                        .error("nodes of " + cluster.name() + " could not be judged; the next look comes as usual", e);
            }
        }
    }

    /** Judges the nodes of a cluster from now on. */
    public synchronized void watch(Cluster cluster) {
        watched.computeIfAbsent(cluster, key -> {
            Ejection ejection = new Ejection(cluster, new SplittableRandom(random.nextLong()));
            cluster.judge(ejection);
            return ejection;
        });
    }

    /** Leaves a cluster alone; its nodes stay as they are. */
    public void forget(Cluster cluster) {
        if (watched.remove(cluster) != null) {
            cluster.judge(null);
        }
    }

    /** Stops; call it before the engine closes. */
    @Override
    public void close() {
        timer.cancel(false);
        watched.keySet().forEach(this::forget);
    }
}
