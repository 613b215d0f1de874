// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.config.cluster.ClusterSettings.Assign;
import io.evenkeel.dispatcher.lock.LockTimeouts;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.SampleView;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * All that samples tell of one node: which is the newest, whether it can be believed, and whether the agent still
 * answers.
 *
 * <p>Silence is judged by {@link AgentSilence}. Threads: any, one at a time.
 */
@SuppressWarnings("EnumOrdinal") // counters by the way a sample came
final class NodeWatch {

    /** Load reports of one node that come closer together than this are not read, so that none can make us busy. */
    static final long REPORT_SPACING_NS = 20_000_000;

    /** Agents take a reading every 100 ms at most, and give the same one to everyone who asks in between. */
    private static final long LEAST_FROZEN_NS = 250_000_000;

    private static final int FROZEN_AFTER = 2;
    private static final SampleSource[] SOURCES = SampleSource.values();

    private final ReentrantLock lock = new ReentrantLock();
    private final Cluster cluster;
    private final Node node;
    private final Freshness freshness = new Freshness();
    private final FalseIdleDetector falseIdle = new FalseIdleDetector();
    private final Rejections rejections;
    private final double[] row = Row.make();
    private final NodeSample figures = new NodeSample();
    private final long[] received = new long[SOURCES.length];

    private volatile boolean reported;
    private volatile long reportedNs;
    private volatile int agentPort;

    private volatile boolean pulled;

    private boolean asked;
    private final AgentSilence silence;
    private boolean unasked;
    private long unaskedNs;
    private @Nullable SampleSource source;
    private long takenNs;
    private int unmoved;
    private long pullsFailed;
    private long pullNs = -1;
    private String failure = "";

    NodeWatch(Cluster cluster, Node node, long nowNs) {
        this.cluster = cluster;
        this.node = node;
        this.rejections = new Rejections(node, cluster.events().node());
        this.silence = new AgentSilence(cluster, node, nowNs);
    }

    Cluster cluster() {
        return cluster;
    }

    /** True when a load report that came now would be read. */
    boolean wantsReport(long nowNs) {
        return !reported || nowNs - reportedNs >= REPORT_SPACING_NS;
    }

    /** A load report is being read. */
    void reports(long nowNs) {
        reportedNs = nowNs;
        reported = true;
    }

    /** A sample came; it stays the caller's. */
    void sample(NodeSample sample, SampleSource way, long nowNs) {
        enter();
        try {
            received[way.ordinal()]++;
            pulled |= way == SampleSource.PULL;
            if (sample.rejected() > 0) {
                setAside(RejectReason.FIGURES, sample.rejected() + " of its figures are impossible", way, nowNs);
                return;
            }
            if (sample.size() == 0) {
                setAside(RejectReason.FIGURES, "it has no figures", way, nowNs);
                return;
            }
            switch (freshness.offer(sample.epochMs(), sample.sequence(), sample.clockMs(), nowNs)) {
                case OLDER -> hear(way, nowNs);
                case SAME -> again(way, nowNs);
                case BACKWARDS -> setAside(RejectReason.CLOCK, "the clock of its agent went back", way, nowNs);
                case NEWER -> newer(sample, way, nowNs);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The agent has said that it is there. */
    void registered(int port, long nowNs) {
        enter();
        try {
            agentPort = port != 0 ? port : agentPort;
            hear(SampleSource.PUSH, nowNs);
        } finally {
            lock.unlock();
        }
    }

    /**
     * True once a question was answered with a sample. A node that answers something else from then on is lying;
     * before, it may just have no agent.
     */
    boolean pulled() {
        return pulled;
    }

    /** True while the last sample was set aside. */
    boolean lying() {
        enter();
        try {
            return rejections.standing();
        } finally {
            lock.unlock();
        }
    }

    /** Time since a sign of life, or since the node is watched. */
    long sinceHeardNs(long nowNs) {
        enter();
        try {
            return silence.sinceHeardNs(nowNs);
        } finally {
            lock.unlock();
        }
    }

    /** Something came as a sample and cannot be read as one. */
    void unreadable(SampleSource way, String why, long nowNs) {
        enter();
        try {
            received[way.ordinal()]++;
            setAside(RejectReason.FIGURES, why, way, nowNs);
        } finally {
            lock.unlock();
        }
    }

    private void newer(NodeSample sample, SampleSource way, long nowNs) {
        unmoved = 0;
        takenNs = freshness.takenNs(nowNs);
        source = way;
        // Others may count something under the name port as well; the token would be sent there.
        boolean ours = way != SampleSource.PIGGYBACK || (sample.epochMs() != 0 && sample.sequence() != 0);
        if (sample.agentPort() != 0 && ours) {
            agentPort = sample.agentPort();
        }
        // Nor a route: that leads sessions here. A whole sample without one takes back the one before.
        if (way != SampleSource.PIGGYBACK) {
            node.tellRoute(sample.route());
        }
        keep(sample, way);
        if (contradicted(sample, nowNs)) {
            setAside(
                    RejectReason.IDLE,
                    "it says that the node is idle, but no request there gets an answer",
                    way,
                    nowNs);
            return;
        }
        hear(way, nowNs);
        rejections.settle();
        if (way != SampleSource.PULL) {
            unasked = true;
            unaskedNs = nowNs;
        }
        Row.fill(sample, row);
        SampleView.take(cluster, node, row, takenNs, nowNs);
    }

    /** Figures that only whole samples have stay until the next whole one. */
    private void keep(NodeSample sample, SampleSource way) {
        if (way != SampleSource.PIGGYBACK) {
            figures.copy(sample);
            return;
        }
        NodeSample before = new NodeSample();
        before.copy(figures);
        figures.copy(sample);
        for (Metric metric : Metric.values()) {
            if (!metric.inReport() && before.has(metric)) {
                figures.set(metric, before.value(metric));
            }
        }
    }

    private boolean contradicted(NodeSample sample, long nowNs) {
        if (!FalseIdleDetector.made(sample) || cluster.settings().assign() == Assign.CONNECTION) {
            falseIdle.notMade();
            return false;
        }
        return falseIdle.contradicted(SampleView.startedPlain(cluster, node), node.answeredNs(), nowNs);
    }

    /** The number did not move. A sample may come twice, because it also came with an answer. */
    private void again(SampleSource way, long nowNs) {
        hear(way, nowNs);
        AgentSettings settings = cluster.settings().agent();
        boolean due = settings != null
                && freshness.sinceMovedNs(nowNs)
                        > Math.max(LEAST_FROZEN_NS, settings.interval().toNanos() / 2);
        if (way == SampleSource.PULL && due && ++unmoved >= FROZEN_AFTER) {
            setAside(RejectReason.FROZEN, "its agent repeats the same answer", way, nowNs);
        }
    }

    private void setAside(RejectReason reason, String why, SampleSource way, long nowNs) {
        hear(way, nowNs);
        rejections.raise(reason, why, nowNs);
        SampleView.forget(cluster, node, nowNs);
    }

    /** The node lives: whatever its sample is worth, somebody sent it. */
    private void hear(SampleSource way, long nowNs) {
        silence.heard(way, nowNs);
    }

    /** A question was answered after this time. */
    void pullTook(long elapsedNs) {
        enter();
        try {
            pullNs = elapsedNs;
        } finally {
            lock.unlock();
        }
    }

    /** A question got no usable answer. */
    void pullFailed(String why, long nowNs) {
        enter();
        try {
            pullsFailed++;
            failure = why;
            cluster.events().check().debug(() -> node + ": its agent gave no sample: " + why);
            silence.failed(nowNs);
            silence.look(failure, nowNs);
        } finally {
            lock.unlock();
        }
    }

    /**
     * After the last question failed: takes the node out once nothing was heard of it for too long.
     *
     * @return time until that could be so; {@link Long#MAX_VALUE} when there is nothing to wait for
     */
    long lookForSilence(long nowNs) {
        enter();
        try {
            return silence.look(failure, nowNs);
        } finally {
            lock.unlock();
        }
    }

    /** The agent is asked from now on, or not any more; a node of which nobody asks cannot be silent. */
    void asked(boolean isAsked, long nowNs) {
        enter();
        try {
            asked = isAsked;
            if (!isAsked) {
                silence.over(nowNs);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Time since a sample that was believed came unasked; {@link Long#MAX_VALUE} when none ever did. */
    long sinceUnaskedNs(long nowNs) {
        enter();
        try {
            if (!unasked) {
                return Long.MAX_VALUE;
            }
            AgentSettings settings = cluster.settings().agent();
            long slackNs = settings == null ? 0 : silence.slackNs(settings);
            return Math.max(0, nowNs - unaskedNs - slackNs);
        } finally {
            lock.unlock();
        }
    }

    /** The port of its own that the agent last told; 0 when it told none. */
    int agentPort() {
        return agentPort;
    }

    /** The start of the present producer of samples, by its clock; 0 when it does not say. */
    long epochMs() {
        enter();
        try {
            return freshness.epochMs();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The view for people. It is read without the lock when a thread that holds it hangs; such a thread has already
     * stored everything.
     */
    AgentView view(long nowNs) {
        boolean held = cluster.table().hangs() ? lock.tryLock() : LockTimeouts.tryTake(lock);
        try {
            return seen(nowNs);
        } finally {
            if (held) {
                lock.unlock();
            }
        }
    }

    private void enter() {
        LockTimeouts.take(lock, "what is known of node " + node);
    }

    private AgentView seen(long nowNs) {
        AgentState state = silence.lasts()
                ? AgentState.SILENT
                : rejections.standing()
                        ? AgentState.LYING
                        : source != null ? AgentState.REPORTING : asked ? AgentState.NEVER : AgentState.NONE;
        String reason = switch (state) {
            case SILENT, NEVER -> failure.isEmpty() ? null : failure;
            case LYING -> rejections.detail();
            default -> null;
        };
        Map<SampleSource, Long> counts = new EnumMap<>(SampleSource.class);
        for (SampleSource way : SOURCES) {
            counts.put(way, received[way.ordinal()]);
        }
        Map<String, Double> named = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            if (figures.has(metric)) {
                named.put(metric.title(), figures.value(metric));
            }
        }
        return new AgentView(
                state,
                reason,
                source == null ? -1 : Math.max(0, nowNs - takenNs) / 1_000_000,
                source,
                freshness.sequence(),
                node.member() ? SampleView.others(cluster, node) : 0,
                named,
                counts,
                rejections.counts(),
                pullsFailed,
                pullNs < 0 ? -1 : pullNs / 1_000_000);
    }
}
