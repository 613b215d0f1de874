// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class OperationTest {

    private static final int DRAWS = 100_000;
    private static final long SEED = Long.getLong("seed", 7);

    /** Six standard deviations of a share p over n draws, sqrt(p (1 - p) / n), are at most 0.0095; one run in 10^8 lies outside. */
    @Test
    void mixHasDayTradersShares() {
        SplittableRandom random = new SplittableRandom(SEED);
        Map<Operation, Integer> drawn = new EnumMap<>(Operation.class);
        for (int i = 0; i < DRAWS; i++) {
            drawn.merge(Operation.draw(random), 1, Integer::sum);
        }
        Map<Operation, Double> expected = Map.of(
                Operation.HOME, 0.20,
                Operation.QUOTE, 0.40,
                Operation.LOGOUT, 0.04,
                Operation.REGISTER, 0.02,
                Operation.ACCOUNT, 0.10,
                Operation.PORTFOLIO, 0.12,
                Operation.BUY, 0.04,
                Operation.SELL, 0.04,
                Operation.UPDATE_PROFILE, 0.04);
        expected.forEach((operation, share) -> {
            assertThat(operation.share()).isEqualTo(share);
            assertThat((double) drawn.getOrDefault(operation, 0) / DRAWS)
                    .as("%s with seed %d", operation, SEED)
                    .isCloseTo(share, Offset.offset(0.0095));
        });
    }

    @Test
    void seedGivesTheSameOperations() {
        SplittableRandom one = new SplittableRandom(SEED);
        SplittableRandom two = new SplittableRandom(SEED);
        for (int i = 0; i < 1000; i++) {
            assertThat(Operation.draw(one)).isEqualTo(Operation.draw(two));
        }
    }
}
