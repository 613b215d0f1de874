// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.node.Decision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The choices that another policy would have made in recorded decisions.
 *
 * <p>It began fresh with the oldest of them and was shown what was recorded: it had learned nothing from tasks that
 * ended, and the tasks in flight are those that the policy in force had assigned.
 *
 * @param policy the policy that was asked
 * @param configured true when it has the parameters of the configuration, as the policy in force; else it has the
 *     defaults
 * @param answers newest first
 */
public record WhatIf(String policy, boolean configured, List<OtherChoice> answers) {

    public WhatIf {
        answers = List.copyOf(answers);
    }

    /**
     * The policy's answer to one recorded choice.
     *
     * @param node its choice; null when it would have held the task in the queue
     */
    public record OtherChoice(Decision decision, @Nullable String node) {

        public boolean differs() {
            return !decision.node().equals(node);
        }
    }

    /**
     * The numbers of the choices that fall on a node.
     *
     * @param recorded by the policy in force
     * @param other by the policy that was asked
     */
    public record Split(String node, int recorded, int other) {}

    public int differing() {
        return (int) answers.stream().filter(OtherChoice::differs).count();
    }

    /** Share of the choices that differ; 0 when there are none. */
    public double differingShare() {
        return answers.isEmpty() ? 0 : (double) differing() / answers.size();
    }

    /** Choices for which the policy would have held the task. */
    public int held() {
        return (int) answers.stream().filter(answer -> answer.node() == null).count();
    }

    /** Both distributions, with every node that was a candidate. */
    public List<Split> splits() {
        Map<String, int[]> counts = new LinkedHashMap<>();
        for (OtherChoice answer : answers) {
            answer.decision().candidates().forEach(each -> counts.computeIfAbsent(each.node(), name -> new int[2]));
            counts.computeIfAbsent(answer.decision().node(), name -> new int[2])[0]++;
            String other = answer.node();
            if (other != null) {
                counts.computeIfAbsent(other, name -> new int[2])[1]++;
            }
        }
        List<Split> splits = new ArrayList<>();
        counts.forEach((node, both) -> splits.add(new Split(node, both[0], both[1])));
        return splits;
    }

    /** At most so many of them, in the same order: the nodes on which the most choices fall. */
    public List<Split> busiest(int most) {
        List<Split> all = splits();
        Set<Split> chosen = all.stream()
                .sorted(Comparator.comparingInt(split -> -split.recorded() - split.other()))
                .limit(most)
                .collect(Collectors.toSet());
        return all.stream().filter(chosen::contains).toList();
    }
}
