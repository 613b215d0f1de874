// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/**
 * The checks that the records of a scenario make of their parts; each throws {@link IllegalArgumentException} that
 * names the part.
 */
final class ScenarioChecks {

    private ScenarioChecks() {}

    static void that(boolean holds, String part, String demand, Object was) {
        if (!holds) {
            throw new IllegalArgumentException("'%s' %s, was %s".formatted(part, demand, was));
        }
    }

    static void aboveZero(String part, double value) {
        that(value > 0 && value < Double.POSITIVE_INFINITY, part, "is above 0", value);
    }

    static void zeroOrMore(String part, double value) {
        that(value >= 0 && value < Double.POSITIVE_INFINITY, part, "is at least 0", value);
    }

    static void share(String part, double value) {
        that(value >= 0 && value <= 1, part, "is a share from 0 to 1", value);
    }

    static void between(String part, int value, int min, int max) {
        that(value >= min && value <= max, part, "is from " + min + " to " + max, value);
    }
}
