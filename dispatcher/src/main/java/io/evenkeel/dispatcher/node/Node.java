// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.doubt.NodeLiveness;
import io.evenkeel.dispatcher.doubt.NodePushback;
import io.evenkeel.dispatcher.node.application.ServerLoad;
import io.evenkeel.policy.columns.NodeRank;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One node of a cluster: its identity for as long as it is a member.
 *
 * <p>Fields are volatile so that anybody may read them without the cluster's gate. They are written inside it, except
 * for those with a public method that writes: other parts tell the route, the end of an ejection and what starts a
 * check.
 */
public final class Node {

    private final String clusterName;
    private final String name;
    private final InetSocketAddress address;
    private final int slot;
    private final long key;

    volatile NodeSettings settings;
    volatile double weight;
    volatile AdminState wanted = AdminState.READY;
    volatile long wantedNs = Long.MIN_VALUE;
    volatile boolean checkPassed = true;
    volatile boolean ejected;
    volatile boolean probing;
    /** The agent has answered before and does not now. */
    volatile boolean agentSilent;

    /** True when nothing comes back while requests wait. */
    volatile boolean mute;

    /** True once the present time of being mute has lasted for so long that sessions leave the node. */
    volatile boolean deserted;

    /** True when the node has asked for a time without new tasks. */
    private volatile boolean resting;

    private volatile long restsUntilNs;
    private volatile @Nullable String restReason;

    volatile boolean leaving;
    volatile boolean member = true;
    volatile long upSinceNs;
    volatile long stateSinceNs;
    private volatile long ejectedUntilNs;
    volatile @Nullable String wantedReason;
    volatile @Nullable String wantedBy;
    volatile @Nullable String checkReason;
    volatile @Nullable String ejectReason;
    volatile @Nullable String agentSilentReason;
    volatile @Nullable String muteReason;
    volatile @Nullable String leavingReason;

    /** Tasks assigned before this say nothing about the node as it is now. Inside the gate. */
    long judgedFromNs;

    /** The route that the node's agent has told; empty when it has told none. */
    private volatile String toldRoute = "";

    /** The figure that the node's own server tells by its registration. */
    volatile ServerLoad load = ServerLoad.UNKNOWN;

    private final NodeLiveness liveness;
    private final NodePushback pushback = new NodePushback();
    private volatile @Nullable Runnable checker;

    /** Many tasks may be on one connection at a time. */
    boolean sharesConnections;

    Node(String clusterName, NodeSettings settings, InetSocketAddress address, int slot, long nowNs) {
        this.clusterName = clusterName;
        this.name = settings.name();
        this.settings = settings;
        this.address = address;
        this.slot = slot;
        this.key = key(name);
        this.weight = settings.weight();
        this.upSinceNs = nowNs;
        this.stateSinceNs = nowNs;
        this.judgedFromNs = nowNs;
        this.liveness = new NodeLiveness(nowNs);
    }

    public String clusterName() {
        return clusterName;
    }

    public String name() {
        return name;
    }

    public InetSocketAddress address() {
        return address;
    }

    /** Index of this node in the cluster's columns, while it is a member. */
    public int slot() {
        return slot;
    }

    /** The identity of the node in {@link PendingTask#home}: the same after a reload or a restart, and never 0. */
    public long key() {
        return key;
    }

    /** The key of the node with a name; see {@link NodeSettings#key}. */
    public static long key(String name) {
        return NodeSettings.key(name);
    }

    /** The word that the node's server appends to sessions, as its agent tells; empty when that is not known. */
    public String toldRoute() {
        return toldRoute;
    }

    /** The node's agent tells its route. */
    public void tellRoute(String route) {
        toldRoute = route;
    }

    public NodeSettings settings() {
        return settings;
    }

    /** The weight in force: that of the settings unless an administrator changed it. */
    public double weight() {
        return weight;
    }

    /** The weight by which policies share tasks out: the one in force, less what the server says it cannot take. */
    double share() {
        return weight * load.share();
    }

    /** The figure that the node's own server has told by its registration. */
    public ServerLoad load() {
        return load;
    }

    /** The order of an administrator to the node. */
    public AdminState wanted() {
        return wanted;
    }

    /** The administrator's reason, for people; null when nothing was said. */
    public @Nullable String wantedReason() {
        return wantedReason;
    }

    /** The name of the administrator who gave the order; null when it is not known. */
    public @Nullable String wantedBy() {
        return wantedBy;
    }

    /** The moment when the administrator said so in this run, monotonic; {@link Long#MIN_VALUE} when nobody did. */
    public long wantedNs() {
        return wantedNs;
    }

    /** False once a reload has removed the node; what it still runs may finish. */
    public boolean member() {
        return member;
    }

    /** The time at which the node last began to take tasks, monotonic. */
    public long upSinceNs() {
        return upSinceNs;
    }

    /** The time at which the node's present {@link #state} began, monotonic. */
    public long stateSinceNs() {
        return stateSinceNs;
    }

    /** The time at which the last ejection ends, monotonic; says nothing of a node that is not ejected. */
    public long ejectedUntilNs() {
        return ejectedUntilNs;
    }

    /** Sets the end of the ejection. Threads: any; called by the part that ejected the node. */
    public void ejectedUntilNs(long endNs) {
        ejectedUntilNs = endNs;
    }

    /** False while the active check has the node down; hidden in {@link #state} while the node is in maintenance. */
    public boolean checkPassed() {
        return checkPassed;
    }

    /** The reason for the node's state, for people; null when there is nothing to say. */
    public @Nullable String reason() {
        return switch (state()) {
            case MAINT -> wantedReason;
            case DRAIN -> wanted == AdminState.DRAIN ? wantedReason : leavingReason;
            case DOWN -> checkPassed ? "its server says that it has failed" : checkReason;
            case EJECTED, PROBING -> ejectReason;
            case SILENT -> silentReason();
            case RESTING -> resting ? restReason : load.standbyReason();
            case UP -> null;
        };
    }

    private @Nullable String silentReason() {
        return mute ? muteReason : agentSilentReason;
    }

    /** Says in a few words why the node takes no tasks by its state; a node on probation may be silent. */
    String whyOut() {
        boolean silentOnly = silent() && state() == NodeState.PROBING;
        NodeState state = silentOnly ? NodeState.SILENT : state();
        String why = silentOnly ? silentReason() : reason();
        String word = state.name().toLowerCase(Locale.ROOT);
        return why == null || why.isEmpty() ? word : word + ": " + why;
    }

    /** True while the node has a time without new tasks; hidden in {@link #state} by stronger reasons. */
    public boolean resting() {
        return resting;
    }

    /** The end of its time without new tasks, monotonic; says nothing of a node that does not rest. */
    public long restsUntilNs() {
        return restsUntilNs;
    }

    /** Gives the node a time without new tasks; inside the gate. */
    void rest(String reason, long untilNs) {
        restReason = reason;
        restsUntilNs = untilNs;
        resting = true;
    }

    /** Ends it; inside the gate. */
    void endRest() {
        resting = false;
    }

    /** The node's wish for such a time. */
    public NodePushback pushback() {
        return pushback;
    }

    /**
     * True once the node's agent has said stop, or it is about to be forgotten; hidden in {@link #state} by stronger
     * reasons.
     */
    public boolean leaving() {
        return leaving;
    }

    /** True while nothing comes back from the node or its agent; hidden in {@link #state} by stronger reasons. */
    public boolean silent() {
        return agentSilent || mute;
    }

    /** True while the node's agent, which has answered before, does not, and nothing else of the node is heard. */
    public boolean agentSilent() {
        return agentSilent;
    }

    /** True while nothing comes back although requests wait. */
    public boolean mute() {
        return mute;
    }

    /** True while nothing comes back although requests wait, and for so short a time that sessions stay here. */
    public boolean pauses() {
        return mute && !deserted && !agentSilent;
    }

    /** The node's signs of life. */
    public NodeLiveness liveness() {
        return liveness;
    }

    /**
     * The moment when an octet of an answer of the node last came, a millisecond more or less; its first moment when
     * none ever did.
     */
    public long answeredNs() {
        return liveness.answeredNs();
    }

    /** Sets what starts a check on demand, any thread; null where no check asks the application. */
    public void checker(@Nullable Runnable starter) {
        checker = starter;
    }

    /** True when a check on demand asks the application. */
    public boolean checked() {
        return checker != null;
    }

    /** Starts a check now, if there is one to start. */
    public void check() {
        Runnable starter = checker;
        if (starter != null) {
            starter.run();
        }
    }

    /** Most tasks at once; where a connection carries one task, those bound them too. */
    int mostInFlight() {
        return sharesConnections ? settings.maxInFlight() : Math.min(settings.maxInFlight(), settings.maxConnections());
    }

    /** True when the node takes tasks by its state. A silent node on probation is not tried either. */
    boolean takesTasks() {
        NodeState state = state();
        return (state == NodeState.UP || state == NodeState.PROBING) && !silent();
    }

    /**
     * True when tasks that belong to the node still go to it: it takes tasks, drains or rests, and is heard of or only
     * {@link #pauses}.
     */
    public boolean keepsHomes() {
        return member
                && (!silent() || pauses())
                && switch (state()) {
                    case UP, PROBING, DRAIN, RESTING, SILENT -> true;
                    default -> false;
                };
    }

    /**
     * The node's rank among those that may take tasks. Ejection and silence are doubts and not proofs.
     *
     * @param tryAll true when a node that is down takes tasks once there is nothing better
     */
    NodeRank rank(boolean tryAll) {
        if (!member) {
            return NodeRank.GONE;
        }
        if (takesTasks()) {
            return NodeRank.TAKES;
        }
        return switch (state()) {
            case EJECTED, PROBING, SILENT, RESTING -> NodeRank.DOUBTED;
            default -> tryAll && wanted == AdminState.READY && !leaving ? NodeRank.LAST_RESORT : NodeRank.OUT;
        };
    }

    public NodeState state() {
        if (wanted == AdminState.MAINT) {
            return NodeState.MAINT;
        }
        if (!checkPassed || load.broken()) {
            return NodeState.DOWN;
        }
        if (wanted == AdminState.DRAIN || leaving) {
            return NodeState.DRAIN;
        }
        if (ejected) {
            return NodeState.EJECTED;
        }
        if (probing) {
            return NodeState.PROBING;
        }
        if (silent()) {
            return NodeState.SILENT;
        }
        return resting || load.standby() ? NodeState.RESTING : NodeState.UP;
    }

    @Override
    public String toString() {
        return clusterName + "/" + name;
    }
}
