// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A policy's name, description and factory.
 *
 * @param name the name in configuration files, kebab-case
 * @param summary one sentence
 * @param formula the rule for choosing a node, as a formula or one line of prose
 * @param source paper and section, or the work it comes from
 * @param needs the input without which the policy cannot work
 * @param parameters its parameters, in the order people should read them
 * @param factory makes a policy; called off the path of requests
 */
public record PolicyType(
        String name,
        String summary,
        String formula,
        String source,
        Needs needs,
        List<Parameter> parameters,
        Function<PolicySettings, Policy> factory) {

    /** The input that a policy needs; it decides which listeners and clusters accept the policy. */
    public enum Needs {
        /** Only the dispatcher's own view: HTTP and TCP. */
        NOTHING,
        /** Fields of HTTP requests. */
        HTTP,
        /** Samples of an agent. */
        AGENT
    }

    public PolicyType {
        parameters = List.copyOf(parameters);
    }

    /**
     * Makes a policy.
     *
     * @param given parameter values in base units; what is absent takes its default
     * @throws IllegalArgumentException for a parameter that is unknown or out of range
     */
    public Policy create(int maxNodes, RandomGenerator random, Map<String, Double> given) {
        Map<String, Double> options = new HashMap<>();
        for (Parameter parameter : parameters) {
            double value = given.getOrDefault(parameter.name(), parameter.defaultValue());
            if (!(value >= parameter.min() && value <= parameter.max())) {
                throw new IllegalArgumentException("policy '%s': %s must be between %s and %s, was %s"
                        .formatted(name, parameter.name(), parameter.min(), parameter.max(), value));
            }
            if (parameter.kind() == Parameter.Kind.CHOICE && value != Math.rint(value)) {
                throw new IllegalArgumentException("policy '%s': %s must be the index of one of %s, was %s"
                        .formatted(name, parameter.name(), parameter.choices(), value));
            }
            options.put(parameter.name(), value);
        }
        for (String key : given.keySet()) {
            if (!options.containsKey(key)) {
                throw new IllegalArgumentException(
                        "policy '%s' has no parameter '%s'; it has %s".formatted(name, key, options.keySet()));
            }
        }
        return factory.apply(new PolicySettings(maxNodes, random, options));
    }
}
