// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;

/**
 * Tells whether the agent of one node still answers, and whether that takes its node out.
 *
 * <p>An agent that has answered a question or pushed before is silent when a question fails and nothing was heard of
 * it for 1.2 intervals. Load reports alone make nobody silent, because a server that sends them with answers need not
 * answer questions.
 *
 * <p>Its node is silent only when it gives no other sign of life for as long either: no octet of an answer, no passed
 * check. Where there is a check that asks the application, it is started then, and the node given some time to pass
 * it. A sign of life ends the node's silence, and only its agent's own word that of the agent; until then the last
 * sample grows old. Inside the lock of {@link NodeWatch}.
 */
final class AgentSilence {

    private static final double SILENT_AFTER = 1.2;

    /**
     * An agent that pushes once an interval is given more time, so that a push that is a little late is not taken for
     * a failure.
     */
    private static final double PUSH_SLACK = 0.3;

    /** Chosen so that, with the usual interval and timeout of a pull, a stopped node is silent within two seconds. */
    private static final long TO_PASS_NS = 400_000_000;

    private final Cluster cluster;
    private final Node node;
    private boolean answers;
    private boolean lasts;
    private boolean failing;
    private boolean checking;
    private long heardNs;
    private long checkNs;
    private double slackShare;

    AgentSilence(Cluster cluster, Node node, long nowNs) {
        this.cluster = cluster;
        this.node = node;
        this.heardNs = nowNs;
    }

    /** True while the agent is silent, whatever the node is. */
    boolean lasts() {
        return lasts;
    }

    long sinceHeardNs(long nowNs) {
        return nowNs - heardNs;
    }

    /** The time after an interval by which an unasked sample may come. */
    long slackNs(AgentSettings settings) {
        return (long) (slackShare * settings.interval().toNanos());
    }

    /** A sample came, or another word of the agent. */
    void heard(SampleSource way, long nowNs) {
        heardNs = nowNs;
        slackShare = way == SampleSource.PUSH ? PUSH_SLACK : 0;
        answers |= way != SampleSource.PIGGYBACK;
        failing = false;
        if (lasts) {
            cluster.events().node().info(node + " is heard again: its agent answers");
        }
        over(nowNs);
    }

    /** The agent has answered, or nobody asks it any more. */
    void over(long nowNs) {
        if (node.agentSilent()) {
            Membership.agentHeard(cluster, node, nowNs);
        }
        lasts = false;
        checking = false;
    }

    /** A question failed. */
    void failed(long nowNs) {
        failing = true;
        if (nowNs - checkNs > TO_PASS_NS) {
            checking = false;
        }
    }

    /**
     * Looks whether the agent, and with it the node, is silent by now.
     *
     * @param failure of the last question
     * @return time until that could be so; {@link Long#MAX_VALUE} when there is nothing to wait for
     */
    long look(String failure, long nowNs) {
        AgentSettings settings = cluster.settings().agent();
        if (settings == null || !answers || !failing) {
            return Long.MAX_VALUE;
        }
        long mostNs = (long) (SILENT_AFTER * settings.interval().toNanos()) + slackNs(settings);
        if (nowNs - heardNs < mostNs) {
            return mostNs - (nowNs - heardNs);
        }
        long aliveNs = Math.max(heardNs, node.liveness().aliveNs());
        if (nowNs - aliveNs < mostNs) {
            lives(failure, nowNs);
            return mostNs - (nowNs - aliveNs);
        }
        if (node.agentSilent()) {
            return Long.MAX_VALUE;
        }
        if (node.checked() && !checking) {
            checking = true;
            checkNs = nowNs;
            node.check();
        }
        if (checking && nowNs - checkNs < TO_PASS_NS) {
            return TO_PASS_NS - (nowNs - checkNs);
        }
        lasts = true;
        Membership.agentSilent(cluster, node, "its agent does not answer: " + failure, nowNs);
        cluster.events().node().warn(node + " is silent, its agent does not answer: " + failure);
        return Long.MAX_VALUE;
    }

    private void lives(String failure, long nowNs) {
        checking = false;
        if (node.agentSilent()) {
            Membership.agentHeard(cluster, node, nowNs);
            cluster.events().node().info(node + " is heard again, without its agent");
        } else if (!lasts) {
            cluster.events().node().info(node + ": its agent does not answer, the node does: " + failure);
        }
        lasts = true;
    }
}
