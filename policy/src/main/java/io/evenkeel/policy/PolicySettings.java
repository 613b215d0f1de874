// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The settings that a policy is made with.
 *
 * @param maxNodes slots are below this number for the life of the policy
 * @param random the only source of chance; seeded by the caller
 * @param options the values of the policy's parameters, already checked against {@link PolicyType#parameters()};
 *     defaults are filled in
 */
public record PolicySettings(int maxNodes, RandomGenerator random, Map<String, Double> options) {

    public PolicySettings {
        if (maxNodes < 1) {
            throw new IllegalArgumentException("maxNodes must be at least 1, was " + maxNodes);
        }
        options = Map.copyOf(options);
    }

    /**
     * The value of a parameter in its base unit: seconds for durations, 0.0 to 1.0 for shares, the index for choices,
     * else the number itself.
     *
     * @throws IllegalArgumentException when the policy's type does not declare the parameter
     */
    public double option(String name) {
        Double value = options.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no parameter named '" + name + "'; there are " + options.keySet());
        }
        return value;
    }

    /**
     * True when a parameter has the choice of an index.
     *
     * @throws IllegalArgumentException when the policy's type does not declare the parameter
     */
    public boolean chose(String name, int index) {
        return option(name) == index;
    }
}
