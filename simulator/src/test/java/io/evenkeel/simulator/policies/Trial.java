// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.Sample;
import io.evenkeel.simulator.contract.FakeNodes;
import io.evenkeel.simulator.contract.FakeTask;
import java.util.Map;
import java.util.SplittableRandom;

/** One policy, by name, before nodes A, B, C, … in slots 0, 1, 2, … */
final class Trial {

    static final long SEED = Long.getLong("seed", 1);
    private static final long MS = 1_000_000;

    final FakeNodes nodes;
    final FakeTask task = new FakeTask();
    final Policy policy;

    Trial(String name, int count) {
        this(name, count, Map.of());
    }

    Trial(String name, int count, Map<String, Double> options) {
        nodes = new FakeNodes(Math.max(16, count));
        policy = PolicyCatalog.load()
                .find(name)
                .orElseThrow()
                .create(Math.max(16, count), new SplittableRandom(SEED), options);
        for (int slot = 0; slot < count; slot++) {
            nodes.join(slot);
            policy.onJoin(slot, nodes, 0);
        }
    }

    Trial at(double ms) {
        task.at(Math.round(ms * MS));
        nodes.time(task.nowNs());
        return this;
    }

    int choose() {
        return policy.choose(task, nodes);
    }

    /** A sample of a node arrives; its columns are set before. */
    Trial report(int slot) {
        policy.onSample(slot, nodes, task.nowNs());
        return this;
    }

    /** A sample of one column arrives. */
    Trial report(int slot, Sample column, double value) {
        nodes.sample(slot, column, value);
        return report(slot);
    }

    /** The choices with every task staying in its node, as letters. */
    String placements(int count) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < count; i++) {
            int slot = choose();
            start(slot);
            letters.append((char) ('A' + slot));
        }
        return letters.toString();
    }

    String reason(int slot) {
        return policy.reason(task, slot, nodes);
    }

    /** The choices in a row, each task ending before the next, as letters. */
    String choices(int count) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < count; i++) {
            letters.append((char) ('A' + choose()));
        }
        return letters.toString();
    }

    /** The number of times each node is chosen in a number of choices. */
    int[] counts(int choices) {
        int[] counts = new int[nodes.slots()];
        for (int i = 0; i < choices; i++) {
            counts[choose()]++;
        }
        return counts;
    }

    /** Gives the task to a node; returns the memo the policy left. */
    int start(int slot) {
        nodes.start(slot);
        task.memo(0);
        policy.onStart(task, slot, nodes);
        return task.memo();
    }

    /** Ends a task that found the node with {@code memo} others. */
    Trial finish(int slot, Outcome outcome, double elapsedMs, int memo) {
        nodes.finish(slot);
        task.memo(memo);
        policy.onFinish(task, slot, outcome, Math.round(elapsedMs * MS), nodes);
        return this;
    }

    /** One task alone on a node. */
    Trial run(int slot, Outcome outcome, double elapsedMs) {
        return finish(slot, outcome, elapsedMs, start(slot));
    }

    Trial run(int slot, double elapsedMs) {
        return run(slot, Outcome.SUCCEEDED, elapsedMs);
    }

    /** A task that the node answers with a 101 after a time; it stays open. */
    Trial tunnel(int slot, double elapsedMs) {
        start(slot);
        nodes.tunnel(slot);
        policy.onTunnel(task, slot, Math.round(elapsedMs * MS), nodes);
        return this;
    }

    String why(int slot) {
        return policy.why(task, slot, nodes);
    }

    double score(int slot) {
        return policy.score(task, slot, nodes);
    }
}
