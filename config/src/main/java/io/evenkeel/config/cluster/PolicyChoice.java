// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import java.util.Map;

/**
 * The policy of a cluster.
 *
 * @param name a name of the policy catalogue
 * @param options parameter values in base units: seconds, shares, numbers, indices of choices
 */
public record PolicyChoice(String name, Map<String, Double> options) {

    public static final String DEFAULT_NAME = "headroom";

    public PolicyChoice {
        options = Map.copyOf(options);
    }
}
