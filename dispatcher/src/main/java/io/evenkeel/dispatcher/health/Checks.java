// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.config.cluster.HealthSettings;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The active checks of all clusters.
 *
 * <p>A node is up until {@code fall} checks in a row have failed, and down until {@code rise} have passed. Nodes in
 * maintenance are not asked. The first check of a node is at once. Methods may be called from any thread; nodes are
 * dealt to the event loops in turn.
 */
public final class Checks implements AutoCloseable {

    private final Engine engine;
    private final RandomGenerator random;
    private final Map<Cluster, Map<Node, NodeCheck>> checks = new HashMap<>();
    private final Map<Cluster, HealthSettings> settings = new HashMap<>();
    private int turn;

    private Checks(Engine engine, RandomGenerator random) {
        this.engine = engine;
        this.random = random;
    }

    /** Starts; checks begin with {@link #update}. */
    public static Checks start(Engine engine, RandomGenerator random) {
        return new Checks(engine, random);
    }

    /**
     * Brings the checks of a cluster in line with its members and settings: call it for a new cluster and after each
     * reload. Nodes that stay keep what was found; without a {@code health} setting those that were down are up again.
     */
    public synchronized void update(Cluster cluster) {
        HealthSettings wanted = cluster.settings().health();
        if (wanted == null) {
            remove(cluster);
            for (Node node : cluster.nodes()) {
                if (!node.checkPassed()) {
                    Membership.check(cluster, node, true, null, System.nanoTime());
                }
            }
            return;
        }
        boolean changed = !wanted.equals(settings.put(cluster, wanted));
        Map<Node, NodeCheck> mine = checks.computeIfAbsent(cluster, key -> new HashMap<>());
        for (Iterator<Map.Entry<Node, NodeCheck>> each = mine.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Node, NodeCheck> entry = each.next();
            if (!entry.getKey().member()) {
                entry.getValue().stop();
                each.remove();
            } else if (changed) {
                entry.getValue().refresh();
            }
        }
        for (Node node : cluster.nodes()) {
            if (!mine.containsKey(node)) {
                Loop loop = engine.loops().get(turn++ % engine.loops().size());
                NodeCheck check = new NodeCheck(engine, cluster, node, loop, random.nextDouble());
                mine.put(node, check);
                check.refresh();
            }
        }
    }

    /** Ends the checks of a cluster. */
    public synchronized void remove(Cluster cluster) {
        settings.remove(cluster);
        Map<Node, NodeCheck> mine = checks.remove(cluster);
        if (mine != null) {
            mine.values().forEach(NodeCheck::stop);
        }
    }

    /** The result of a node's last check; null when it was never checked. */
    public synchronized @Nullable CheckResult last(Cluster cluster, Node node) {
        NodeCheck check = checks.getOrDefault(cluster, Map.of()).get(node);
        return check == null ? null : check.last();
    }

    /** Ends all checks; call it before the engine closes. */
    @Override
    public synchronized void close() {
        checks.values().forEach(mine -> mine.values().forEach(NodeCheck::stop));
        checks.clear();
        settings.clear();
    }
}
