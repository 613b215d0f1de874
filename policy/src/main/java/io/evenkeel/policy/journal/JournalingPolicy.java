// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.LoadBySlice;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.Task;
import org.jspecify.annotations.Nullable;

/**
 * A policy that keeps a journal of another.
 *
 * <p>It answers exactly as the other one does. Cost: a comparison for each figure the policy reads, and a few bytes for
 * each that has changed; typically 5 to 20 bytes a call. Allocates only when a record is longer than any before. Asking
 * for scores and reasons is not recorded.
 */
public final class JournalingPolicy implements Policy {

    static final int CHOOSE = 1;
    static final int START = 2;
    static final int FINISH = 3;
    static final int JOIN = 4;
    static final int LEAVE = 5;
    static final int SAMPLE = 6;
    static final int TUNNEL = 7;

    private final Policy policy;
    private final JournalSink sink;
    private final RecordWriter out = new RecordWriter();
    private final RecordedTask recordedTask;
    private final RecordedNodes recordedNodes;

    private JournalingPolicy(Policy policy, int maxNodes, JournalSink sink) {
        this.policy = policy;
        this.sink = sink;
        JournalValues values = new JournalValues(maxNodes);
        recordedTask = new RecordedTask(values, out);
        recordedNodes = new RecordedNodes(values, out);
    }

    /**
     * Makes the policy of a header and gives the header to the sink.
     *
     * @throws IllegalArgumentException when the catalogue has no such policy or an option is wrong
     */
    public static JournalingPolicy create(JournalHeader header, PolicyCatalog catalog, JournalSink sink) {
        JournalingPolicy journaling = new JournalingPolicy(header.create(catalog), header.maxNodes(), sink);
        header.write(journaling.out);
        journaling.append();
        return journaling;
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        out.unsigned(CHOOSE);
        int slot = policy.choose(recordedTask.of(task), recordedNodes.of(nodes));
        out.unsigned(0);
        out.signed(slot);
        recordedTask.finish();
        append();
        return slot;
    }

    @Override
    public boolean decidesHomes() {
        return policy.decidesHomes();
    }

    @Override
    public void onStart(Task task, int slot, Nodes nodes) {
        out.unsigned(START);
        out.unsigned(slot);
        policy.onStart(recordedTask.of(task), slot, recordedNodes.of(nodes));
        out.unsigned(0);
        recordedTask.finish();
        append();
    }

    @Override
    public void onTunnel(Task task, int slot, long elapsedNs, Nodes nodes) {
        out.unsigned(TUNNEL);
        out.unsigned(slot);
        out.unsigned(elapsedNs);
        policy.onTunnel(recordedTask.of(task), slot, elapsedNs, recordedNodes.of(nodes));
        out.unsigned(0);
        recordedTask.finish();
        append();
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        out.unsigned(FINISH);
        out.unsigned(slot);
        out.unsigned(code(outcome));
        out.unsigned(elapsedNs);
        policy.onFinish(recordedTask.of(task), slot, outcome, elapsedNs, recordedNodes.of(nodes));
        out.unsigned(0);
        recordedTask.finish();
        append();
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        event(JOIN, slot, nowNs);
        policy.onJoin(slot, recordedNodes.of(nodes), nowNs);
        out.unsigned(0);
        append();
    }

    @Override
    public void onLeave(int slot, Nodes nodes, long nowNs) {
        event(LEAVE, slot, nowNs);
        policy.onLeave(slot, recordedNodes.of(nodes), nowNs);
        out.unsigned(0);
        append();
    }

    @Override
    public void onSample(int slot, Nodes nodes, long nowNs) {
        event(SAMPLE, slot, nowNs);
        policy.onSample(slot, recordedNodes.of(nodes), nowNs);
        out.unsigned(0);
        append();
    }

    @Override
    public @Nullable LoadBySlice bySlice(Nodes nodes, long nowNs) {
        return policy.bySlice(nodes, nowNs);
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return policy.score(task, slot, nodes);
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        return policy.reason(task, slot, nodes);
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return policy.why(task, slot, nodes);
    }

    private void event(int kind, int slot, long nowNs) {
        out.unsigned(kind);
        out.unsigned(slot);
        out.signed(nowNs);
    }

    private void append() {
        sink.append(out.bytes(), 0, out.length());
        out.clear();
    }

    private static int code(Outcome outcome) {
        return switch (outcome) {
            case SUCCEEDED -> 0;
            case FAILED -> 1;
            case ABANDONED -> 2;
        };
    }
}
