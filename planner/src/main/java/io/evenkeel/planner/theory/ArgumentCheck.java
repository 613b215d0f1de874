// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

/** Arguments that make sense. */
final class ArgumentCheck {

    private ArgumentCheck() {}

    static void positive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " must be above 0, not " + value);
        }
    }

    static void notNegative(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " must be 0 or more, not " + value);
        }
    }

    static void share(String name, double value) {
        if (!(value > 0 && value < 1)) {
            throw new IllegalArgumentException(name + " must be between 0 and 1, not " + value);
        }
    }

    static void atLeast(String name, int least, int value) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be " + least + " or more, not " + value);
        }
    }
}
