// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The last choices of a cluster, sampled so that a busy cluster does not pay for them: at most ten a second. Inside the gate.
 */
final class DecisionLog {

    private static final int KEPT = 200;
    private static final long SPACING_NS = 100_000_000;

    private final ArrayDeque<Decision> kept = new ArrayDeque<>(KEPT);
    private final String policyName;
    private long nextNs = Long.MIN_VALUE;

    DecisionLog(String policyName) {
        this.policyName = policyName;
    }

    boolean wants(long nowNs) {
        return nowNs >= nextNs;
    }

    void add(Task task, int chosen, NodeColumns columns, Policy policy) {
        nextNs = columns.nowNs + SPACING_NS;
        if (kept.size() == KEPT) {
            kept.removeLast();
        }
        Node node = columns.nodes[chosen];
        kept.addFirst(new Decision(
                System.currentTimeMillis(),
                policyName,
                task.attempt(),
                node == null ? "?" : node.name(),
                candidates(task, columns, policy)));
    }

    List<Decision> list() {
        return List.copyOf(kept);
    }

    static List<Decision.Candidate> candidates(Task task, NodeColumns columns, Policy policy) {
        List<Decision.Candidate> candidates = new ArrayList<>();
        for (int slot = 0; slot < columns.slots; slot++) {
            Node node = columns.nodes[slot];
            if (node == null || !node.member) {
                continue;
            }
            long ageNs = columns.sampleAgeNs(slot);
            candidates.add(new Decision.Candidate(
                    node.name(),
                    node.state(),
                    columns.viewHas(slot),
                    columns.inFlight[slot],
                    columns.connections[slot],
                    node.weight,
                    policy.score(task, slot, columns),
                    ageNs == Long.MAX_VALUE ? -1 : ageNs / 1_000_000));
        }
        return candidates;
    }
}
