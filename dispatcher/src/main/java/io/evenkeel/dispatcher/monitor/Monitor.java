// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.SampleView;
import io.evenkeel.wire.NodeSample;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The monitoring of all clusters: asks the agents of those that have an {@code agent} setting, and knows each node by
 * its samples.
 *
 * <p>Load reports in answers are taken whether or not there is an agent. Methods may be called from any thread; nodes
 * are dealt to the event loops in turn.
 */
public final class Monitor implements AutoCloseable {

    private static final long LEAST_HASTE_NS = 100_000_000;
    /** So that a thousand nodes are not asked more often than once a second. */
    private static final long HASTE_FOR_EACH_NS = 1_000_000;

    private final Engine engine;
    private final RandomGenerator random;
    private final Map<Node, NodeWatch> watches = new ConcurrentHashMap<>();
    private final Map<Cluster, Map<Node, AgentPull>> pulls = new HashMap<>();
    private final Map<Cluster, AgentSettings> settings = new HashMap<>();
    /**
     * Clusters that were replaced while answers of their nodes were under way; a late one must not make them known
     * again.
     */
    private final Set<Cluster> removed = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final Set<Cluster> blind = ConcurrentHashMap.newKeySet();
    private int turn;

    private Monitor(Engine engine, RandomGenerator random) {
        this.engine = engine;
        this.random = random;
    }

    /** Nobody is asked before {@link #update}. */
    public static Monitor start(Engine engine, RandomGenerator random) {
        return new Monitor(engine, random);
    }

    /**
     * Brings questions in line with a cluster's members and settings: call it for a new cluster and after each reload.
     */
    public synchronized void update(Cluster cluster) {
        AgentSettings wanted = cluster.settings().agent();
        if (wanted == null) {
            stopPulls(cluster);
            forgetLeavers();
            return;
        }
        boolean changed = !wanted.equals(settings.put(cluster, wanted));
        Map<Node, AgentPull> mine = pulls.computeIfAbsent(cluster, this::heedWaiting);
        for (Iterator<Map.Entry<Node, AgentPull>> each = mine.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Node, AgentPull> entry = each.next();
            if (!entry.getKey().member()) {
                entry.getValue().stop();
                each.remove();
            } else if (changed) {
                entry.getValue().refresh();
            }
        }
        for (Node node : cluster.nodes()) {
            NodeWatch watch = watch(cluster, node);
            if (watch != null && !mine.containsKey(node)) {
                watch.asked(true, System.nanoTime());
                Loop loop = engine.loops().get(turn++ % engine.loops().size());
                AgentPull pull = new AgentPull(
                        engine, loop, this, cluster, node, watch, new SplittableRandom(random.nextLong()));
                mine.put(node, pull);
                pull.refresh();
            }
        }
        forgetLeavers();
    }

    /**
     * Makes the questions to a cluster's nodes come sooner while its tasks wait: a policy that holds tasks because of
     * samples needs new ones.
     *
     * @return for the questions
     */
    private Map<Node, AgentPull> heedWaiting(Cluster cluster) {
        Map<Node, AgentPull> mine = new ConcurrentHashMap<>();
        Loop loop = engine.loops().get(0);
        AtomicLong heededNs = new AtomicLong(System.nanoTime() - LEAST_HASTE_NS);
        cluster.whenTasksWait(nowNs -> {
            long intervalNs = Math.max(LEAST_HASTE_NS, mine.size() * HASTE_FOR_EACH_NS);
            if (nowNs - heededNs.get() >= intervalNs) {
                heededNs.set(nowNs);
                loop.execute(() -> mine.values().forEach(pull -> pull.hasten(intervalNs, nowNs)));
            }
        });
        return mine;
    }

    private void stopPulls(Cluster cluster) {
        settings.remove(cluster);
        cluster.whenTasksWait(nowNs -> {});
        blind.remove(cluster);
        Map<Node, AgentPull> mine = pulls.remove(cluster);
        if (mine != null) {
            mine.forEach((node, pull) -> {
                pull.stop();
                NodeWatch watch = watches.get(node);
                if (watch != null) {
                    unasked(watch);
                }
            });
        }
    }

    private static void unasked(NodeWatch watch) {
        try {
            watch.asked(false, System.nanoTime());
        } catch (LockTimeoutException e) {
            watch.cluster().events().cluster().debug(() -> "its agent is not asked any more, and " + e.getMessage());
        }
    }

    private void forgetLeavers() {
        watches.keySet().removeIf(node -> !node.member());
    }

    /** Ends the monitoring of a cluster. */
    public synchronized void remove(Cluster cluster) {
        removed.add(cluster);
        stopPulls(cluster);
        watches.values().removeIf(watch -> watch.cluster() == cluster);
    }

    /** The watch of a node, made when there is none yet; null for a node that has left. */
    @Nullable
    NodeWatch watch(Cluster cluster, Node node) {
        NodeWatch known = watches.get(node);
        if (known != null || !node.member() || removed.contains(cluster)) {
            return known;
        }
        NodeWatch watch = watches.computeIfAbsent(node, key -> new NodeWatch(cluster, node, System.nanoTime()));
        if (removed.contains(cluster)) {
            watches.remove(node);
            return null;
        }
        return watch;
    }

    /** The node's agent has registered and told its own port, or 0; that alone is not a sample, but a sign of life. */
    public void registered(Cluster cluster, Node node, int agentPort, long nowNs) {
        NodeWatch watch = watch(cluster, node);
        if (watch != null) {
            watch.registered(agentPort, nowNs);
        }
    }

    /**
     * The node's agent has sent a sample unasked; it stays the caller's.
     *
     * @return true when another one is wanted at once, because this one was set aside
     */
    public boolean pushed(Cluster cluster, Node node, NodeSample sample, long nowNs) {
        NodeWatch watch = watch(cluster, node);
        if (watch == null) {
            return false;
        }
        watch.sample(sample, SampleSource.PUSH, nowNs);
        return watch.lying();
    }

    /** Time since the node gave a sign of life; since it is known when it never did. */
    public long sinceHeardNs(Cluster cluster, Node node, long nowNs) {
        NodeWatch watch = watch(cluster, node);
        return watch == null ? 0 : watch.sinceHeardNs(nowNs);
    }

    /** The view of a node's agent, for people. */
    public AgentView view(Node node, long nowNs) {
        NodeWatch watch = watches.get(node);
        return watch == null ? AgentView.NONE : watch.view(nowNs);
    }

    /** Says once when a policy that works on samples has none to work on, and once when it has. */
    void lookForBlindness(Cluster cluster) {
        String policy = cluster.settings().policy().name();
        if (SampleView.blind(cluster)) {
            if (blind.add(cluster)) {
                cluster.events()
                        .cluster()
                        .warn(cluster.name() + ": no node that is up has a sample, so " + policy
                                + " uses all nodes, without samples");
            }
        } else if (blind.remove(cluster)) {
            cluster.events().cluster().info(cluster.name() + ": " + policy + " has samples to work on");
        }
    }

    /** Ends all questions; call it before the engine closes. */
    @Override
    public synchronized void close() {
        pulls.values().forEach(mine -> mine.values().forEach(AgentPull::stop));
        pulls.clear();
        settings.clear();
    }
}
