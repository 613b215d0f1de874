// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.doubt.NodeLiveness;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.node.Silence;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks 20 times a second whether anything comes back from the nodes that owe something to exchanges of its loop.
 *
 * <p>A node from which nothing came for longer than its {@link NodeLiveness patience} is doubted and checked at once.
 * It takes no more tasks when two requests wait there, or one and the check; for ten seconds after a doubt that a check
 * has ended at once, only when a check waits, too. The requests that wait may go to other nodes once the doubt is
 * confirmed, and a request of a session when the silence has lasted for two seconds. A look that comes late judges no
 * node ({@link OwnStalls}).
 *
 * <p>Threads: its loop. Nothing is scheduled while no node owes anything.
 */
final class SilenceDetector {

    private static final long LOOK_NS = 50_000_000;

    /**
     * The silence for which sessions stay at a node: a collection of a large heap may take a second or two, and a user
     * who waits for it keeps what another node does not have.
     */
    private static final long SESSIONS_STAY_NS = 2_000_000_000;

    private final Loop loop;
    private final List<AwaitedConnections> watched = new ArrayList<>();
    private boolean scheduled;
    private long dueNs;
    private final OwnStalls stalls;

    SilenceDetector(Loop loop) {
        this.loop = loop;
        this.stalls = new OwnStalls(loop.nowNs());
    }

    void watch(AwaitedConnections awaited) {
        watched.add(awaited);
        if (!scheduled) {
            schedule(loop.nowNs());
        }
    }

    private void schedule(long nowNs) {
        scheduled = true;
        dueNs = nowNs + LOOK_NS;
        loop.after(LOOK_NS, this::look);
    }

    private void look() {
        scheduled = false;
        long nowNs = loop.nowNs();
        try {
            if (stalls.inTime(dueNs, nowNs)) {
                lookAround(nowNs);
            }
        } catch (RuntimeException | AssertionError e) {
            loop.events().node().error("the check of nodes that owe answers failed; the next one follows as usual", e);
        }
        if (!watched.isEmpty() && !scheduled) {
            schedule(nowNs);
        }
    }

    private void lookAround(long nowNs) {
        for (int k = watched.size() - 1; k >= 0; k--) {
            AwaitedConnections awaited = watched.get(k);
            if (awaited.isEmpty()) {
                awaited.unwatched();
                watched.set(k, watched.get(watched.size() - 1));
                watched.remove(watched.size() - 1);
            } else {
                judge(awaited, nowNs);
            }
        }
    }

    private void judge(AwaitedConnections awaited, long nowNs) {
        Node node = awaited.node;
        Cluster cluster = awaited.cluster;
        NodeLiveness liveness = node.liveness();
        long fromNs = Math.max(stalls.readFromNs(), Math.max(node.answeredNs(), liveness.trustedNs()));
        long quietNs = nowNs - Math.max(fromNs, awaited.answers() > 0 ? awaited.sinceNs() : fromNs);
        long patienceNs =
                liveness.patienceNs(cluster.settings().timeouts().response().toNanos(), nowNs);
        if (quietNs <= patienceNs) {
            return;
        }
        NodeState state = node.state();
        if (awaited.answers() > 0 && state != NodeState.DOWN && state != NodeState.MAINT) {
            doubt(awaited, quietNs, patienceNs, nowNs);
            state = node.state();
        }
        if (node.pauses() && quietNs > SESSIONS_STAY_NS) {
            Silence.desert(cluster, node, nowNs);
        }
        boolean out = state == NodeState.SILENT || state == NodeState.EJECTED || state == NodeState.PROBING;
        boolean confirmed = liveness.doubted() && (!node.checked() || liveness.unanswered(patienceNs, nowNs));
        if ((state == NodeState.DOWN || (out && node.mute() && confirmed)) && anyUp(cluster)) {
            awaited.release();
        }
    }

    /** False where every node is doubted or down: then no other node is better. */
    private static boolean anyUp(Cluster cluster) {
        for (Node node : cluster.nodes()) {
            if (node.state() == NodeState.UP) {
                return true;
            }
        }
        return false;
    }

    private void doubt(AwaitedConnections awaited, long quietNs, long patienceNs, long nowNs) {
        Node node = awaited.node;
        NodeLiveness liveness = node.liveness();
        if (liveness.doubt(nowNs)) {
            node.check();
        }
        boolean two = awaited.answers() > 1 || liveness.seconded(loop.index(), 2 * LOOK_NS, nowNs);
        two &= !(node.checked() && liveness.wasNeedless(nowNs));
        if (!node.mute() && (two || liveness.unanswered(patienceNs, nowNs))) {
            String reason = "it has sent nothing for " + quietNs / 1_000_000 + " ms";
            if (Silence.mute(awaited.cluster, node, reason, nowNs)) {
                loop.events().node().warn(node + " is silent: " + reason);
            }
        }
    }
}
