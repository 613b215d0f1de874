// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.dispatcher.control.FittingPolicies;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.control.WhatIf;
import io.evenkeel.dispatcher.node.RecordedChoice;
import io.evenkeel.dispatcher.node.decision.RecordedView;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.columns.NodeArrays;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks a fresh policy about recorded choices, the oldest first, so that turns and samples come to it in their order.
 *
 * <p>It hears of each node that joins or leaves and of each sample with the first choice after it. Each task it is
 * asked about ends at once with an outcome that says nothing of its node, because the end of the real task is not
 * recorded. Its random numbers have a seed of their own, always the same, so a question asked twice has one answer.
 */
final class Hindsight {

    private final FittingPolicies policies;

    Hindsight(FittingPolicies policies) {
        this.policies = policies;
    }

    /**
     * Asks a policy of the catalogue.
     *
     * @param newestFirst the recorded choices
     * @throws IllegalStateException when the policy fails
     */
    WhatIf ask(String name, ClusterSettings cluster, List<RecordedChoice> newestFirst) {
        int slots = newestFirst.stream()
                .mapToInt(choice -> choice.view().slots())
                .max()
                .orElse(0);
        try {
            FittingPolicies.Fitted fitted = policies.make(name, cluster, slots);
            Asked asked = new Asked(fitted.policy(), fitted.needsSamples(), slots);
            List<WhatIf.OtherChoice> answers = new ArrayList<>();
            for (int i = newestFirst.size() - 1; i >= 0; i--) {
                RecordedChoice choice = newestFirst.get(i);
                answers.add(new WhatIf.OtherChoice(
                        choice.decision(),
                        asked.choose(choice.view(), choice.decision().node())));
            }
            Collections.reverse(answers);
            return new WhatIf(name, fitted.configured(), answers);
        } catch (UnknownNameException e) {
            throw e;
        } catch (RuntimeException | AssertionError | LinkageError e) {
            throw new IllegalStateException("policy '" + name + "' failed when it was asked about a choice", e);
        }
    }

    /** A policy that is led through the recorded choices. */
    private static final class Asked {

        private final Policy policy;
        private final boolean needsSamples;
        private final @Nullable String[] owners;
        private final long[] sampledNs;

        Asked(Policy policy, boolean needsSamples, int slots) {
            this.policy = policy;
            this.needsSamples = needsSamples;
            owners = new String[slots];
            sampledNs = new long[slots];
        }

        /**
         * The name of the node it chooses; null when it holds the task.
         *
         * @param chosen the recorded node, which is the answer for a task that went to its home
         */
        @Nullable
        String choose(RecordedView view, String chosen) {
            NodeArrays columns = view.columns(needsSamples);
            Task task = view.task();
            for (int slot = 0; slot < view.slots(); slot++) {
                tell(slot, view, columns, task.nowNs());
            }
            if (view.wentHome()) {
                return chosen;
            }
            int slot = columns.count() == 0 ? Policy.HOLD : policy.choose(task, columns);
            if (slot < 0) {
                return null;
            }
            if (!columns.shows(slot)) {
                throw new IllegalStateException("it chose slot " + slot + ", which is not eligible");
            }
            columns.start(slot);
            policy.onStart(task, slot, columns);
            columns.finish(slot, false);
            policy.onFinish(task, slot, Outcome.ABANDONED, 0, columns);
            return view.name(slot);
        }

        private void tell(int slot, RecordedView view, NodeArrays columns, long nowNs) {
            String name = view.name(slot);
            if (!Objects.equals(owners[slot], name)) {
                if (owners[slot] != null) {
                    policy.onLeave(slot, columns, nowNs);
                }
                owners[slot] = name;
                sampledNs[slot] = Long.MIN_VALUE;
                if (name != null) {
                    policy.onJoin(slot, columns, nowNs);
                }
            }
            if (name != null && view.sampledNs(slot) != sampledNs[slot]) {
                sampledNs[slot] = view.sampledNs(slot);
                policy.onSample(slot, columns, nowNs);
            }
        }
    }
}
