// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.config.Settings;
import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The policies that could work on a cluster as it is configured, and the way to make one that is asked beside the one
 * in force. Immutable.
 */
public final class FittingPolicies {

    private static final long SEED = 1;
    private static final int LEAST_SLOTS = 64;

    private final PolicyCatalog catalog;

    public FittingPolicies(PolicyCatalog catalog) {
        this.catalog = catalog;
    }

    /** A policy that was made, with its properties. */
    public record Fitted(Policy policy, boolean needsSamples, boolean configured) {}

    /** Their names; the one in force is among them. */
    public List<String> names(ClusterSettings cluster, Settings settings) {
        boolean tcp = settings.listeners().stream()
                .filter(listener -> listener.protocol() == ListenerSettings.Protocol.TCP)
                .anyMatch(listener -> listener.clusters().contains(cluster.name()));
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

    /** Refuses a name that is not among {@link #names}. */
    public void check(String name, ClusterSettings cluster, Settings settings) {
        List<String> names = names(cluster, settings);
        if (!names.contains(name)) {
            throw new UnknownNameException("no policy '" + name + "' can work on cluster '" + cluster.name()
                    + "'; there is " + String.join(", ", names));
        }
    }

    /**
     * Makes a policy of the catalogue: with the parameters of the configuration when it is the one in force, else with
     * those that it would have if the configuration only named it. Its random numbers have a seed of their own, always
     * the same.
     *
     * @param slots as many as the cluster has, at least
     * @throws UnknownNameException when the catalogue has no such policy
     */
    public Fitted make(String name, ClusterSettings cluster, int slots) {
        PolicyType type =
                catalog.find(name).orElseThrow(() -> new UnknownNameException("no policy is named '" + name + "'"));
        boolean configured = name.equals(cluster.policy().name());
        Policy policy = type.create(
                Math.max(LEAST_SLOTS, slots),
                new SplittableRandom(SEED),
                configured ? cluster.policy().options() : usual(type, cluster.agent()));
        return new Fitted(policy, type.needs() == PolicyType.Needs.AGENT, configured);
    }

    private static Map<String, Double> usual(PolicyType type, @Nullable AgentSettings agent) {
        return agent == null
                ? Map.of()
                : type.parameters().stream()
                        .filter(parameter -> parameter.name().equals("period"))
                        .collect(Collectors.toMap(Parameter::name, agent::periodS));
    }
}
