// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.settings.ClusterSettings;
import io.evenkeel.dispatcher.settings.NodeSettings;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Who belongs to a cluster and who may take tasks: the only place that changes either.
 *
 * <p>Threads: any; every change is one pass of the cluster's gate and is followed by a look at the queue.
 */
public final class Membership {

    private static final int LEAST_CAPACITY = 64;

    private Membership() {}

    /** Makes a cluster with all its nodes up. */
    public static Cluster create(ClusterSettings settings, PolicyCatalog catalog, RandomGenerator random, long nowNs) {
        int capacity =
                Math.max(LEAST_CAPACITY, Integer.highestOneBit(settings.nodes().size()) * 4);
        PolicyType type = catalog.find(settings.policy().name())
                .orElseThrow(() -> new IllegalArgumentException(
                        "no policy is named '" + settings.policy().name() + "'"));
        Policy policy = type.create(capacity, random, settings.policy().options());
        Cluster cluster = new Cluster(
                settings, new NodeColumns(capacity, settings.slowStart().toNanos()), policy, nowNs);
        update(cluster, settings, nowNs);
        return cluster;
    }

    /** True when a cluster can take on new settings as it is; otherwise it must be made anew and tasks moved over. */
    public static boolean canUpdate(Cluster cluster, ClusterSettings next) {
        ClusterSettings now = cluster.settings();
        int free = cluster.inside((columns, policy) -> {
            int count = 0;
            for (int slot = 0; slot < columns.capacity(); slot++) {
                Node node = columns.nodes[slot];
                if (node == null || reusable(columns, slot)) {
                    count++;
                }
            }
            return count;
        });
        long joining = next.nodes().stream()
                .filter(wanted -> cluster.nodes().stream().noneMatch(node -> same(node, wanted)))
                .count();
        return now.policy().equals(next.policy()) && now.slowStart().equals(next.slowStart()) && joining <= free;
    }

    /** Brings members in line with settings: joins, leaves, weights and limits. Nodes that stay keep their state and their figures. */
    public static void update(Cluster cluster, ClusterSettings settings, long nowNs) {
        cluster.settings(settings);
        cluster.edit((columns, policy) -> {
            columns.nowNs = nowNs;
            Set<Node> staying = new HashSet<>();
            for (NodeSettings wanted : settings.nodes()) {
                Node node = find(columns, wanted);
                if (node == null) {
                    node = join(settings.name(), columns, policy, wanted, nowNs);
                } else if (!node.settings.equals(wanted)) {
                    node.settings = wanted;
                    node.weight = wanted.weight();
                }
                staying.add(node);
            }
            for (int slot = 0; slot < columns.slots; slot++) {
                Node node = columns.nodes[slot];
                if (node != null && node.member && !staying.contains(node)) {
                    node.member = false;
                    policy.onLeave(slot, columns, nowNs);
                }
            }
            relist(settings, columns);
        });
        cluster.serveQueue();
    }

    private static @Nullable Node find(NodeColumns columns, NodeSettings wanted) {
        for (int slot = 0; slot < columns.slots; slot++) {
            Node node = columns.nodes[slot];
            if (node != null && node.member && same(node, wanted)) {
                return node;
            }
        }
        return null;
    }

    private static boolean same(Node node, NodeSettings wanted) {
        return node.name().equals(wanted.name()) && node.settings.address().equals(wanted.address());
    }

    private static Node join(String cluster, NodeColumns columns, Policy policy, NodeSettings wanted, long nowNs) {
        int slot = 0;
        while (slot < columns.slots && columns.nodes[slot] != null && !reusable(columns, slot)) {
            slot++;
        }
        InetSocketAddress address =
                new InetSocketAddress(wanted.address().host(), wanted.address().port());
        Node node = new Node(cluster, wanted, address, slot, nowNs);
        columns.nodes[slot] = node;
        columns.slots = Math.max(columns.slots, slot + 1);
        columns.forget(slot);
        policy.onJoin(slot, columns, nowNs);
        return node;
    }

    /** A slot is free again when its node has left and nothing of it runs or is connected any more. */
    private static boolean reusable(NodeColumns columns, int slot) {
        Node node = columns.nodes[slot];
        return node != null && !node.member && columns.inFlight[slot] == 0 && columns.connections[slot] == 0;
    }

    /** An administrator's word on a node. */
    public static void want(Cluster cluster, Node node, AdminState wanted, @Nullable String reason, long nowNs) {
        change(cluster, node, nowNs, () -> {
            node.wanted = wanted;
            node.reason = reason;
        });
    }

    /** An administrator's weight for a node, above 0; lasts until a reload brings another. */
    public static void weigh(Cluster cluster, Node node, double weight, long nowNs) {
        if (!(weight > 0) || weight > 1e6) {
            throw new IllegalArgumentException("a weight must be above 0 and at most 1000000, was " + weight);
        }
        change(cluster, node, nowNs, () -> node.weight = weight);
    }

    /** The word of the active check on a node. */
    public static void check(Cluster cluster, Node node, boolean passed, @Nullable String reason, long nowNs) {
        change(cluster, node, nowNs, () -> {
            node.checkPassed = passed;
            node.reason = reason;
        });
    }

    /** Takes a node out because of its traffic. */
    public static void eject(Cluster cluster, Node node, String reason, long nowNs) {
        change(cluster, node, nowNs, () -> {
            node.ejected = true;
            node.probing = false;
            node.reason = reason;
        });
    }

    /** Lets an ejected node have one task at a time. */
    public static void probe(Cluster cluster, Node node, long nowNs) {
        change(cluster, node, nowNs, () -> {
            node.ejected = false;
            node.probing = true;
        });
    }

    /** Brings a node that proved itself back for good. */
    public static void restore(Cluster cluster, Node node, long nowNs) {
        change(cluster, node, nowNs, () -> {
            node.ejected = false;
            node.probing = false;
            node.reason = null;
            node.upSinceNs = nowNs;
        });
    }

    private static void change(Cluster cluster, Node node, long nowNs, Runnable edit) {
        cluster.edit((columns, policy) -> {
            columns.nowNs = nowNs;
            boolean wasUp = columns.listed[node.slot()];
            edit.run();
            relist(cluster.settings(), columns);
            if (!wasUp && columns.listed[node.slot()]) {
                node.upSinceNs = nowNs;
            }
        });
        cluster.serveQueue();
    }

    /** Lists the eligible slots afresh and sets their limits. */
    private static void relist(ClusterSettings settings, NodeColumns columns) {
        int[] up = new int[columns.slots];
        int count = 0;
        for (int slot = 0; slot < columns.slots; slot++) {
            Node node = columns.nodes[slot];
            if (node == null) {
                continue;
            }
            NodeState state = node.state();
            int most = Math.min(node.settings.maxInFlight(), node.settings.maxConnections());
            columns.limit[slot] = state == NodeState.PROBING ? 1 : most;
            if (node.member && (state == NodeState.UP || state == NodeState.PROBING)) {
                up[count++] = slot;
            }
        }
        if (count == 0 && settings.panic() == ClusterSettings.Panic.TRY_ALL) {
            for (int slot = 0; slot < columns.slots; slot++) {
                Node node = columns.nodes[slot];
                if (node != null && node.member && node.wanted == AdminState.READY) {
                    up[count++] = slot;
                }
            }
        }
        columns.listUp(up, count);
    }
}
