// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.settings.cluster.NodeSettings;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One node of a cluster: its identity for as long as it is a member.
 *
 * <p>Fields are written inside the cluster's gate, and volatile so that anybody may read them without it.
 */
public final class Node {

    private static final long ANSWER_STEP_NS = 1_000_000;

    private final String clusterName;
    private final String name;
    private final InetSocketAddress address;
    private final int slot;

    volatile NodeSettings settings;
    volatile double weight;
    volatile AdminState wanted = AdminState.READY;
    volatile long wantedNs = Long.MIN_VALUE;
    volatile boolean checkPassed = true;
    volatile boolean ejected;
    volatile boolean probing;
    volatile boolean silent;
    volatile boolean leaving;
    volatile boolean member = true;
    volatile long upSinceNs;
    volatile @Nullable String wantedReason;
    volatile @Nullable String checkReason;
    volatile @Nullable String ejectReason;
    volatile @Nullable String silentReason;
    volatile @Nullable String leavingReason;

    /** Tasks assigned before this say nothing about the node as it is now. Inside the gate. */
    long judgedFromNs;

    private volatile long answeredNs;

    Node(String clusterName, NodeSettings settings, InetSocketAddress address, int slot, long nowNs) {
        this.clusterName = clusterName;
        this.name = settings.name();
        this.settings = settings;
        this.address = address;
        this.slot = slot;
        this.weight = settings.weight();
        this.upSinceNs = nowNs;
        this.judgedFromNs = nowNs;
        this.answeredNs = nowNs;
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

    public NodeSettings settings() {
        return settings;
    }

    /** The weight in force: that of the settings unless an administrator changed it. */
    public double weight() {
        return weight;
    }

    /** What an administrator wants of the node. */
    public AdminState wanted() {
        return wanted;
    }

    /** Why the administrator wants it, for people; null when nothing was said. */
    public @Nullable String wantedReason() {
        return wantedReason;
    }

    /** When the administrator said so in this run, monotonic; {@link Long#MIN_VALUE} when nobody did. */
    public long wantedNs() {
        return wantedNs;
    }

    /** False once a reload has removed the node; what it still runs may finish. */
    public boolean member() {
        return member;
    }

    /** When the node last became eligible, monotonic. */
    public long upSinceNs() {
        return upSinceNs;
    }

    /** False while the active check has the node down; hidden in {@link #state} while the node is in maintenance. */
    public boolean checkPassed() {
        return checkPassed;
    }

    /** Why the node is in its state, for people; null when there is nothing to say. */
    public @Nullable String reason() {
        return switch (state()) {
            case MAINT -> wantedReason;
            case DRAIN -> wanted == AdminState.DRAIN ? wantedReason : leavingReason;
            case DOWN -> checkReason;
            case EJECTED, PROBING -> ejectReason;
            case SILENT -> silentReason;
            case UP -> null;
        };
    }

    /** True once the node's agent has said stop, or it is about to be forgotten; hidden in {@link #state} by stronger reasons. */
    public boolean leaving() {
        return leaving;
    }

    /** True while the node's agent, which has answered before, does not; hidden in {@link #state} by stronger reasons. */
    public boolean silent() {
        return silent;
    }

    /** Notes that an answer of the node has begun. Often just a read, so that loops do not take the cache line from each other. */
    public void answered(long nowNs) {
        if (nowNs - answeredNs > ANSWER_STEP_NS) {
            answeredNs = nowNs;
        }
    }

    /** When an answer of the node last began, a millisecond more or less; its first moment when none ever did. */
    public long answeredNs() {
        return answeredNs;
    }

    /** Most tasks at once; a connection carries one task, so that bounds them too. */
    int mostInFlight() {
        return Math.min(settings.maxInFlight(), settings.maxConnections());
    }

    public NodeState state() {
        if (wanted == AdminState.MAINT) {
            return NodeState.MAINT;
        }
        if (!checkPassed) {
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
        return silent ? NodeState.SILENT : NodeState.UP;
    }

    @Override
    public String toString() {
        return clusterName + "/" + name;
    }
}
