// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.application.ServerLoad;
import io.evenkeel.dispatcher.node.guard.GuardedPolicy;
import io.evenkeel.dispatcher.node.name.NodeNames;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.journal.JournalSink;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The members of a cluster and their states. All changes of either pass here, those of {@link Silence} too.
 *
 * <p>Threads: any; every change is one pass of the cluster's gate and is followed by a look at the queue.
 */
public final class Membership {

    private static final int LEAST_CAPACITY = 64;

    private Membership() {}

    /**
     * Makes a cluster with all its nodes up, except for those that an administrator told otherwise.
     *
     * @param orders administrators' orders to nodes, by name; null for none
     * @param names has looked up the names of all nodes
     * @param journal gets every call of the policy, for replay; null for none
     */
    public static Cluster create(
            ClusterSettings settings,
            PolicyCatalog catalog,
            RandomGenerator random,
            long nowNs,
            Function<String, @Nullable NodeOrder> orders,
            NodeNames names,
            @Nullable JournalSink journal,
            EventLog events) {
        MadePolicy made = MadePolicy.of(settings.policy(), capacityFor(mostNodes(settings)), catalog, random, journal);
        NodeColumns columns =
                new NodeColumns(made.capacity(), settings.slowStart().toNanos());
        columns.arrays.needsSamples(made.needsSamples());
        Cluster cluster = new Cluster(settings, columns, made.policy(), nowNs, events);
        update(cluster, settings, null, orders, names, nowNs);
        return cluster;
    }

    /** The members that a cluster may get without a reload. */
    public static int mostNodes(ClusterSettings settings) {
        DiscoverSettings discover = settings.discover();
        return settings.nodes().size() + (discover == null ? 0 : discover.maxNodes());
    }

    /** True when a node is what settings mean, at the address that they know for its host. */
    public static boolean same(Node node, NodeSettings wanted) {
        return Joining.same(node, wanted);
    }

    private static int capacityFor(int nodes) {
        return Math.max(LEAST_CAPACITY, Integer.highestOneBit(nodes) * 4);
    }

    /**
     * True when a cluster has room for the nodes of new settings; otherwise it must be made again and tasks moved over.
     *
     * @throws io.evenkeel.dispatcher.lock.LockTimeoutException when its policy hangs
     */
    public static boolean canUpdate(Cluster cluster, ClusterSettings next) {
        int free = cluster.table().inside((columns, policy) -> {
            int count = 0;
            for (int slot = 0; slot < columns.capacity(); slot++) {
                Node node = columns.nodes[slot];
                if (node == null || Joining.reusable(columns, slot)) {
                    count++;
                }
            }
            return count;
        });
        return joining(cluster, next).size() <= free;
    }

    /** The reason for which nodes of settings cannot be members together, in words; null when they can. */
    public static @Nullable String twins(ClusterSettings settings) {
        Map<Long, String> names = new HashMap<>();
        for (NodeSettings node : settings.nodes()) {
            String other = names.putIfAbsent(Node.key(node.name()), node.name());
            if (other != null) {
                return "nodes " + other + " and " + node.name()
                        + " cannot be told apart, because their names have the same hash: rename one of them";
            }
        }
        return null;
    }

    /** The nodes of settings that are no members of a cluster yet. */
    public static List<NodeSettings> joining(Cluster cluster, ClusterSettings settings) {
        Map<String, Node> members = Joining.byName(cluster.nodes());
        return settings.nodes().stream()
                .filter(wanted -> !Joining.same(members.get(wanted.name()), wanted))
                .toList();
    }

    /**
     * Brings members in line with settings: policy, joins, leaves, weights and limits. Nodes that stay keep their
     * state, their samples and their figures, whatever the policy.
     *
     * <p>One thread at a time. Orders of nodes that join are looked up here, before the gate, so this may wait for the
     * file of orders.
     *
     * @param other the policy from now on; null for the one that is there
     * @param orders administrators' orders to nodes that join, by name; null for none
     * @param names has looked up the names of nodes that join
     * @throws IllegalStateException when {@link #canUpdate} would have said no
     */
    public static void update(
            Cluster cluster,
            ClusterSettings settings,
            @Nullable MadePolicy other,
            Function<String, @Nullable NodeOrder> orders,
            NodeNames names,
            long nowNs) {
        Map<NodeSettings, InetSocketAddress> joining = new HashMap<>();
        Map<NodeSettings, NodeOrder> told = new HashMap<>();
        for (NodeSettings wanted : joining(cluster, settings)) {
            joining.put(wanted, names.at(wanted));
            NodeOrder order = orders.apply(wanted.name());
            if (order != null) {
                told.put(wanted, order);
            }
        }
        cluster.settings(settings);
        cluster.edit((columns, before) -> {
            columns.arrays.now(nowNs);
            columns.arrays.traits().warmNs(settings.slowStart().toNanos());
            Policy policy = other == null ? before : exchange(cluster, columns, before, other, nowNs);
            Joining update = new Joining(settings, columns, policy, nowNs);
            for (NodeSettings wanted : settings.nodes()) {
                InetSocketAddress address = joining.get(wanted);
                if (address == null) {
                    update.stay(wanted);
                } else {
                    update.join(wanted, address, told.get(wanted));
                }
            }
            update.others();
            relist(settings, columns);
        });
        cluster.serveQueue();
    }

    /**
     * Puts another policy in force where the one before stood: it sees the same members, samples and tasks in flight,
     * takes over what was learned if it is of the same kind, and hears of the ends of its own tasks otherwise.
     */
    private static Policy exchange(Cluster cluster, NodeColumns columns, Policy before, MadePolicy other, long nowNs) {
        GuardedPolicy next = GuardedPolicy.successor(
                cluster.name(),
                other.name(),
                other.policy(),
                before,
                cluster.events().cluster());
        NodeArrays arrays = columns.arrays;
        arrays.needsSamples(other.needsSamples());
        arrays.viewAll(nowNs);
        for (Node node : columns.members()) {
            next.onJoin(node.slot(), arrays, nowNs);
        }
        for (Node node : columns.members()) {
            if (arrays.samples().has(node.slot())) {
                next.onSample(node.slot(), arrays, nowNs);
            }
        }
        next.inherits(before);
        cluster.table().placement().policy(next);
        return next;
    }

    /**
     * An administrator's word on a node. {@code READY} also ends an ejection; it overrules no check that fails.
     *
     * @param by the name of the administrator; null when it is not known
     */
    public static void want(
            Cluster cluster, Node node, AdminState wanted, @Nullable String reason, @Nullable String by, long nowNs) {
        change(cluster, node, nowNs, columns -> {
            node.wanted = wanted;
            node.wantedNs = nowNs;
            node.wantedReason = reason;
            node.wantedBy = by;
            if (wanted == AdminState.READY) {
                node.ejected = false;
                node.probing = false;
                node.leaving = false;
                node.endRest();
            }
        });
    }

    /** An administrator's weight for a node, above 0; lasts until a reload brings another for this node. */
    public static void weigh(Cluster cluster, Node node, double weight, long nowNs) {
        if (!(weight > 0) || weight > 1e6) {
            throw new IllegalArgumentException("a weight must be above 0 and at most 1000000, was " + weight);
        }
        change(cluster, node, nowNs, columns -> node.weight = weight);
    }

    /** The figure that the node's own server tells of its load. */
    public static void load(Cluster cluster, Node node, ServerLoad load, long nowNs) {
        change(cluster, node, nowNs, columns -> node.load = load);
    }

    /** The word of the active check on a node. */
    public static void check(Cluster cluster, Node node, boolean passed, @Nullable String reason, long nowNs) {
        change(cluster, node, nowNs, columns -> {
            node.checkPassed = passed;
            node.checkReason = reason;
        });
    }

    /**
     * Takes a node out because of its traffic if the cluster can spare it: another node must be up, and no more than
     * {@code maxShare} of the members may be ejected or on probation, except that one always may.
     *
     * @return false when nothing was done: the cluster cannot spare it, or it was not up or on probation
     */
    public static boolean tryEject(Cluster cluster, Node node, double maxShare, String reason, long nowNs) {
        boolean[] done = new boolean[1];
        change(cluster, node, nowNs, columns -> {
            NodeState state = node.state();
            if ((state == NodeState.UP || state == NodeState.PROBING) && columns.canSpare(node, maxShare)) {
                eject(node, reason);
                done[0] = true;
            }
        });
        return done[0];
    }

    private static void eject(Node node, String reason) {
        node.ejected = true;
        node.probing = false;
        node.ejectReason = reason;
    }

    /** Lets an ejected node have one task at a time, on top of those it still runs. */
    public static void probe(Cluster cluster, Node node, long nowNs) {
        change(cluster, node, nowNs, columns -> {
            node.ejected = false;
            node.probing = true;
            node.judgedFromNs = nowNs;
            columns.stale[node.slot()] = columns.arrays.tasks(node.slot());
        });
    }

    /** Brings a node that proved itself back for good. */
    public static void restore(Cluster cluster, Node node, long nowNs) {
        change(cluster, node, nowNs, columns -> {
            node.ejected = false;
            node.probing = false;
            node.ejectReason = null;
            node.upSinceNs = nowNs;
            columns.rows.end(node.slot());
        });
    }

    /**
     * Gives a node that is up a time without new tasks if the cluster can spare it, as {@link #tryEject} has it.
     *
     * @return false when nothing was done
     */
    public static boolean tryRest(
            Cluster cluster, Node node, double maxShare, String reason, long untilNs, long nowNs) {
        boolean[] done = new boolean[1];
        change(cluster, node, nowNs, columns -> {
            if (node.state() == NodeState.UP && columns.canSpare(node, maxShare)) {
                node.rest(reason, untilNs);
                done[0] = true;
            }
        });
        return done[0];
    }

    /** Ends a node's time without new tasks. */
    public static void endRest(Cluster cluster, Node node, long nowNs) {
        change(cluster, node, nowNs, columns -> node.endRest());
    }

    /** Takes a node out because its agent, which has answered before, does not any more. */
    public static void agentSilent(Cluster cluster, Node node, String reason, long nowNs) {
        change(cluster, node, nowNs, columns -> {
            node.agentSilent = true;
            node.agentSilentReason = reason;
        });
    }

    /** Ends the silence of an agent: it answered, the node was heard of otherwise, or nobody asks any more. */
    public static void agentHeard(Cluster cluster, Node node, long nowNs) {
        change(cluster, node, nowNs, columns -> node.agentSilent = false);
    }

    /** The word of the node's own agent: it stops, or is here again. An administrator's {@code READY} overrules it. */
    public static void leave(Cluster cluster, Node node, boolean leaving, @Nullable String reason, long nowNs) {
        change(cluster, node, nowNs, columns -> {
            node.leaving = leaving;
            node.leavingReason = reason;
        });
    }

    /** After a node got its first sample or lost its last one: a policy that needs samples takes other nodes now. */
    static void sampled(Cluster cluster, Node node, long nowNs) {
        change(cluster, node, nowNs, columns -> {});
    }

    /** Changes what a node is to new tasks, if it is a member. */
    static void change(Cluster cluster, Node node, long nowNs, Consumer<NodeColumns> edit) {
        cluster.edit((columns, policy) -> {
            if (!node.member) {
                return;
            }
            columns.arrays.now(nowNs);
            boolean wasUp = node.takesTasks();
            NodeState before = node.state();
            edit.accept(columns);
            if (node.state() != before) {
                node.stateSinceNs = nowNs;
            }
            if (!wasUp && node.takesTasks()) {
                node.upSinceNs = nowNs;
                node.judgedFromNs = nowNs;
                columns.rows.end(node.slot());
            }
            relist(cluster.settings(), columns);
        });
        cluster.serveQueue();
    }

    /** Lists afresh: without a node that takes tasks or is only doubted, the settings may want to try all. */
    private static void relist(ClusterSettings settings, NodeColumns columns) {
        columns.relist(settings.panic() == ClusterSettings.Panic.TRY_ALL);
    }
}
