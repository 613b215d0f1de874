// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a journal against a fresh policy of the same settings and seed, and compares what it answers.
 *
 * <p>Records are handed in one by one, the header first, so a journal may be of any length. After the first difference
 * the rest means nothing. One thread.
 */
public final class Replay {

    private static final Outcome[] OUTCOMES = {Outcome.SUCCEEDED, Outcome.FAILED, Outcome.ABANDONED};

    private final PolicyCatalog catalog;
    private @Nullable Run run;
    private long calls;

    public Replay(PolicyCatalog catalog) {
        this.catalog = catalog;
    }

    /** The calls replayed so far. */
    public long calls() {
        return calls;
    }

    /**
     * Replays one record.
     *
     * @return the place where the policy decided differently, or nothing
     * @throws IllegalArgumentException when the bytes are not a record
     */
    public Optional<ReplayDifference> next(byte[] bytes, int offset, int length) {
        RecordReader in = new RecordReader(bytes, offset, length);
        if (run == null) {
            JournalHeader header = JournalHeader.read(in);
            run = new Run(header.create(catalog), new JournalValues(header.maxNodes()));
            return Optional.empty();
        }
        calls++;
        return run.next(in, calls);
    }

    /** A policy being run again. */
    private static final class Run {

        private final Policy policy;
        private final JournalValues values;
        private final ReplayedTask task;
        private final ReplayedNodes nodes;

        Run(Policy policy, JournalValues values) {
            this.policy = policy;
            this.values = values;
            task = new ReplayedTask(values);
            nodes = new ReplayedNodes(values);
        }

        Optional<ReplayDifference> next(RecordReader in, long call) {
            task.begin();
            int kind = (int) in.unsigned();
            switch (kind) {
                case JournalingPolicy.CHOOSE -> {
                    values.update(in);
                    int slot = policy.choose(task, nodes);
                    return compare(call, "choose", "slot " + in.signed() + memo(in), "slot " + slot + task.memoLeft());
                }
                case JournalingPolicy.START -> {
                    int slot = (int) in.unsigned();
                    values.update(in);
                    policy.onStart(task, slot, nodes);
                    return compare(call, "onStart", memo(in), task.memoLeft());
                }
                case JournalingPolicy.TUNNEL -> {
                    int slot = (int) in.unsigned();
                    long elapsedNs = in.unsigned();
                    values.update(in);
                    policy.onTunnel(task, slot, elapsedNs, nodes);
                    return compare(call, "onTunnel", memo(in), task.memoLeft());
                }
                case JournalingPolicy.FINISH -> {
                    int slot = (int) in.unsigned();
                    Outcome outcome = OUTCOMES[(int) in.unsigned()];
                    long elapsedNs = in.unsigned();
                    values.update(in);
                    policy.onFinish(task, slot, outcome, elapsedNs, nodes);
                    return compare(call, "onFinish", memo(in), task.memoLeft());
                }
                case JournalingPolicy.JOIN, JournalingPolicy.LEAVE, JournalingPolicy.SAMPLE -> {
                    int slot = (int) in.unsigned();
                    long nowNs = in.signed();
                    values.update(in);
                    switch (kind) {
                        case JournalingPolicy.JOIN -> policy.onJoin(slot, nodes, nowNs);
                        case JournalingPolicy.LEAVE -> policy.onLeave(slot, nodes, nowNs);
                        default -> policy.onSample(slot, nodes, nowNs);
                    }
                    return Optional.empty();
                }
                default -> throw new IllegalArgumentException("a journal record of unknown kind " + kind);
            }
        }

        private static String memo(RecordReader in) {
            return in.unsigned() == 0 ? "" : ", memo " + in.signed();
        }

        private static Optional<ReplayDifference> compare(long call, String kind, String recorded, String replayed) {
            return recorded.equals(replayed)
                    ? Optional.empty()
                    : Optional.of(new ReplayDifference(call, kind, recorded, replayed));
        }
    }
}
