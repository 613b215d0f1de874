// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

/**
 * One parameter of a policy, as it stands in a configuration file.
 *
 * @param name kebab-case key
 * @param kind how the value is written
 * @param min least value, in base units
 * @param max greatest value, in base units
 * @param defaultValue in base units
 * @param meaning one sentence for people
 */
public record Parameter(String name, Kind kind, double min, double max, double defaultValue, String meaning) {

    /** How a parameter is written in a configuration file, and its base unit. */
    public enum Kind {
        /** {@code 250ms}, {@code 2s}; base unit seconds. */
        DURATION,
        /** {@code 30%} or {@code 0.3}; base unit share, 0.0 to 1.0. */
        SHARE,
        /** A plain number. */
        NUMBER
    }
}
