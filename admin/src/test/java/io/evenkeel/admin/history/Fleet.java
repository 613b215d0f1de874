// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.config.LogSettings;
import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.control.BufferView;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.ConfigControl;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.control.LogArea;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.control.Selection;
import io.evenkeel.dispatcher.control.ShadowControl;
import io.evenkeel.dispatcher.control.WhatIf;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.RejectReason;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.dispatcher.monitor.push.PushMessages;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.ClusterCounts;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A dispatcher with one cluster, shop, of nodes that a test names and moves. One thread. */
final class Fleet implements Control {

    final EventLog events = new EventLog();
    final Meters meters = new Meters(1);
    final Map<String, Member> members = new LinkedHashMap<>();
    SessionsView sessions = SessionsView.NONE;

    /** The figures that a test gives a node. */
    static final class Member {
        final int slot;
        int inFlight;
        long selections;
        long failedAttempts;
        double weight = 1;
        NodeState state = NodeState.UP;
        double score = Double.NaN;
        AgentView agent = AgentView.NONE;

        Member(int slot) {
            this.slot = slot;
        }

        /** Sets the report of its agent, as the {@code sequence}th sample that was pulled. */
        void reports(long sequence, Map<String, Double> figures) {
            agent = new AgentView(
                    AgentState.REPORTING,
                    null,
                    250,
                    SampleSource.PULL,
                    sequence,
                    0,
                    figures,
                    Map.of(SampleSource.PULL, sequence),
                    Map.of(),
                    0,
                    3);
        }

        void isSilent() {
            agent = new AgentView(
                    AgentState.SILENT,
                    "no answer",
                    9000,
                    SampleSource.PULL,
                    9,
                    0,
                    agent.figures(),
                    Map.of(),
                    Map.<RejectReason, Long>of(),
                    1,
                    3);
        }
    }

    Member add(String node) {
        Member member = new Member(members.size());
        members.put(node, member);
        return member;
    }

    /** A task of so many milliseconds ends at a node. */
    void finish(Member member, long responseMs) {
        long ns = responseMs * 1_000_000;
        meters.meter("shop", 0).finished(member.slot, 200, false, 1000, 2000, ns, ns, 1 << 20, 2 << 20);
    }

    @Override
    public DispatcherView dispatcher() {
        return new DispatcherView("0", DispatcherState.RUNNING, 0, "nio", 1, 1, true, 0, List.of());
    }

    @Override
    public List<ClusterView> clusters() {
        return List.of(cluster("shop"));
    }

    @Override
    public SessionsView sessions(String cluster) {
        return sessions;
    }

    @Override
    public ClusterView cluster(String cluster) {
        List<NodeView> nodes = new ArrayList<>();
        members.forEach((name, member) -> nodes.add(new NodeView(
                name,
                "127.0.0.1:1",
                member.state,
                null,
                member.weight,
                0,
                new NodeCounts(member.inFlight, 2, 9, member.selections, 0, member.failedAttempts, 0),
                meters.node("shop", member.slot),
                member.agent)));
        return new ClusterView(
                "shop",
                "headroom",
                new ClusterCounts(
                        4,
                        0,
                        0,
                        members.values().stream()
                                .mapToLong(member -> member.failedAttempts)
                                .sum(),
                        nodes.size()),
                meters.cluster("shop"),
                nodes);
    }

    @Override
    public List<Decision.Candidate> explain(String cluster) {
        List<Decision.Candidate> candidates = new ArrayList<>();
        members.forEach((name, member) -> candidates.add(
                new Decision.Candidate(name, member.state, true, 0, 0, 1, member.score, -1, 0, Map.of(), "")));
        return candidates;
    }

    @Override
    public List<Decision> decisions(String cluster) {
        return List.of();
    }

    @Override
    public List<String> policies(String cluster) {
        return List.of();
    }

    @Override
    public WhatIf whatIf(String cluster, String policy) {
        return new WhatIf(policy, false, List.of());
    }

    @Override
    public Selection select(String cluster, Selection.Question question) {
        throw new UnsupportedOperationException("nobody asks this fleet for a node");
    }

    @Override
    public EventLogger adminLog() {
        return events.admin();
    }

    @Override
    public List<EventView> events(int most) {
        return List.of();
    }

    @Override
    public Settings settings() {
        throw new UnsupportedOperationException("this fleet has no settings: the history asks for none");
    }

    @Override
    public ReloadResult reload() {
        throw new UnsupportedOperationException("this fleet has no file to read again");
    }

    @Override
    public ConfigControl configuration() {
        throw new UnsupportedOperationException("this fleet has no file to edit");
    }

    @Override
    public void want(String cluster, String node, AdminState wanted, @Nullable String reason, @Nullable String by) {
        throw new UnsupportedOperationException("a test sets the state of a Member itself");
    }

    @Override
    public int cut(String cluster, String node) {
        throw new UnsupportedOperationException("this fleet has no connections to cut");
    }

    @Override
    public void weigh(String cluster, String node, double weight) {
        throw new UnsupportedOperationException("a test sets the weight of a Member itself");
    }

    @Override
    public PushMessages agents() {
        throw new UnsupportedOperationException("a test says what agents report by Member.reports");
    }

    @Override
    public List<LogArea> logAreas() {
        return List.of();
    }

    @Override
    public void logLevel(String area, LogSettings.@Nullable Level level, @Nullable Duration time) {
        throw new UnsupportedOperationException("the history does not ask for this");
    }

    @Override
    public BufferView buffers() {
        return new BufferView(0, 0, 0);
    }

    @Override
    public ShadowControl shadows() {
        throw new UnsupportedOperationException("the history does not ask for this");
    }
}
