// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.node.RecordedChoice;
import io.evenkeel.dispatcher.node.RecordedColumns;
import io.evenkeel.dispatcher.node.RecordedView;
import io.evenkeel.dispatcher.settings.Settings;
import io.evenkeel.dispatcher.settings.cluster.AgentSettings;
import io.evenkeel.dispatcher.settings.cluster.ClusterSettings;
import io.evenkeel.dispatcher.settings.listener.ListenerSettings;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a fresh policy about recorded choices, the oldest first, so that turns and samples come to it in their order.
 *
 * <p>It hears of nodes that join and leave and of each sample by the first choice after it. Each task it is asked about ends at once as one
 * that says nothing of its node, because when the real one ended is not recorded. Its chance has a seed of its own, always the same, so that
 * a question asked twice has one answer.
 */
final class Hindsight {

    private static final long SEED = 1;
    private static final int LEAST_SLOTS = 64;

    private final PolicyCatalog catalog;

    Hindsight(PolicyCatalog catalog) {
        this.catalog = catalog;
    }

    /** Names of the policies that work on a cluster as it is configured; that in force is one of them. */
    List<String> policies(ClusterSettings cluster, Settings settings) {
        boolean tcp = settings.listeners().stream()
                .filter(listener -> listener.protocol() == ListenerSettings.Protocol.TCP)
                .flatMap(listener -> listener.routes().stream())
                .anyMatch(route -> route.cluster().equals(cluster.name()));
        return catalog.all().stream()
                .filter(type -> type.name().equals(cluster.policy().name())
                        || works(type.needs(), tcp, cluster.agent() != null))
                .map(PolicyType::name)
                .toList();
    }

    private static boolean works(PolicyType.Needs needs, boolean tcp, boolean agent) {
        return switch (needs) {
            case NOTHING -> true;
            case HTTP -> !tcp;
            case AGENT -> !tcp && agent;
        };
    }

    /**
     * Asks a policy of the catalogue.
     *
     * @param newestFirst the recorded choices
     * @throws IllegalStateException when the policy fails
     */
    WhatIf ask(String name, ClusterSettings cluster, List<RecordedChoice> newestFirst) {
        PolicyType type =
                catalog.find(name).orElseThrow(() -> new UnknownNameException("no policy is named '" + name + "'"));
        boolean configured = name.equals(cluster.policy().name());
        int slots = newestFirst.stream()
                .mapToInt(choice -> choice.view().slots())
                .max()
                .orElse(0);
        try {
            Asked asked = new Asked(
                    type.create(
                            Math.max(LEAST_SLOTS, slots),
                            new SplittableRandom(SEED),
                            configured ? cluster.policy().options() : usual(type, cluster.agent())),
                    type.needs() == PolicyType.Needs.AGENT,
                    slots);
            List<WhatIf.Answer> answers = new ArrayList<>();
            for (int i = newestFirst.size() - 1; i >= 0; i--) {
                RecordedChoice choice = newestFirst.get(i);
                answers.add(new WhatIf.Answer(choice.decision(), asked.choose(choice.view())));
            }
            Collections.reverse(answers);
            return new WhatIf(name, configured, answers);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            throw new IllegalStateException("policy '" + name + "' failed when it was asked about a choice", e);
        }
    }

    /** The parameters that a policy would have if the configuration only named it, but for its defaults. */
    private static Map<String, Double> usual(PolicyType type, @Nullable AgentSettings agent) {
        return agent == null
                ? Map.of()
                : type.parameters().stream()
                        .filter(parameter -> parameter.name().equals("period"))
                        .collect(Collectors.toMap(Parameter::name, agent::periodS));
    }

    /** A policy that is led through the past. */
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

        /** The name of the node it chooses; null when it holds the task. */
        @Nullable
        String choose(RecordedView view) {
            RecordedColumns columns = view.columns(needsSamples);
            Task task = view.task();
            for (int slot = 0; slot < view.slots(); slot++) {
                tell(slot, view, columns, task.nowNs());
            }
            int slot = columns.count() == 0 ? Policy.HOLD : policy.choose(task, columns);
            if (slot < 0) {
                return null;
            }
            if (!columns.has(slot)) {
                throw new IllegalStateException("it chose slot " + slot + ", which is not eligible");
            }
            policy.onStart(task, slot, columns.with(slot));
            policy.onFinish(task, slot, Outcome.ABANDONED, 0, columns);
            return view.name(slot);
        }

        private void tell(int slot, RecordedView view, RecordedColumns columns, long nowNs) {
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
