// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

/** The conditions on parameters that several distributions share; a message names the parameter and what it must be. */
final class ParameterCheck {

    private ParameterCheck() {}

    static double positive(String name, double value) {
        return that(value > 0 && value < Double.POSITIVE_INFINITY, name, value, "must be above 0");
    }

    static double that(boolean holds, String name, double value, String must) {
        if (!holds) {
            throw new IllegalArgumentException("%s %s %s".formatted(name, shown(value), must));
        }
        return value;
    }

    private static String shown(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
