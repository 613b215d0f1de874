// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * What visitors do, and how often: the standard mix of the DayTrader benchmark.
 *
 * <p>Logging in is not drawn: it is what a visitor does who is not logged in.
 */
enum Operation {
    HOME(20),
    QUOTE(40),
    LOGOUT(4),
    REGISTER(2),
    ACCOUNT(10),
    PORTFOLIO(12),
    BUY(4),
    SELL(4),
    UPDATE_PROFILE(4);

    private static final int TOTAL =
            Arrays.stream(values()).mapToInt(operation -> operation.weight).sum();

    private final int weight;

    Operation(int weight) {
        this.weight = weight;
    }

    /** Share of the operations that are this one, 0 to 1. */
    double share() {
        return (double) weight / TOTAL;
    }

    static Operation draw(RandomGenerator random) {
        int left = random.nextInt(TOTAL);
        for (Operation operation : values()) {
            left -= operation.weight;
            if (left < 0) {
                return operation;
            }
        }
        throw new AssertionError("the weights do not add up");
    }
}
