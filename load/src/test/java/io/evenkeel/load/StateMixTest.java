// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.simulator.chance.Distribution;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StateMixTest {

    /** The visits that SPEC's file expects for each page up to the product, over those of the first. */
    @Test
    void visitsPagesOfTheShopAsOftenAsSpecExpects() {
        double[] visits = visits(StateMixes.SHOP, 200_000);
        double[] expected = {1, 6.5461 / 13.0834, 11.7532 / 13.0834, 10.0270 / 13.0834, 8.0178 / 13.0834};
        for (int i = 0; i < expected.length; i++) {
            assertThat(visits[i] / visits[0])
                    .as(StateMixes.SHOP.states().get(i).name())
                    .isCloseTo(expected[i], within(0.02));
        }
    }

    @Test
    void hasTwentySevenPagesOfTheAuction() {
        assertThat(StateMixes.AUCTION.states()).hasSize(27);
        assertThat(StateMixes.AUCTION.thinkMs().mean()).isEqualTo(7000);
    }

    @Test
    void thinksTenSecondsOnAverageInTheShop() {
        assertThat(StateMixes.SHOP.thinkMs().mean()).isEqualTo(10_000);
    }

    @Test
    void refusesSharesThatDoNotAddUp() {
        assertThatThrownBy(() ->
                        StateMix.parse("bad", "none", "a = GET /a > a 0.5, end 0.4", Map.of(), Distribution.parse("0")))
                .hasMessageContaining("after the state a add up to 0.9");
    }

    private static double[] visits(StateMix mix, int sessions) {
        SplittableRandom random = new SplittableRandom(5);
        double[] visits = new double[mix.states().size()];
        double all = 0;
        for (int i = 0; i < sessions; i++) {
            for (int state = 0; state >= 0; state = mix.next(state, random)) {
                visits[state]++;
                all++;
            }
        }
        for (int i = 0; i < visits.length; i++) {
            visits[i] *= 100 / all;
        }
        return visits;
    }
}
