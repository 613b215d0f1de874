// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageMixTest {

    private static final int STEPS = 100_000;
    private static final long SEED = Long.getLong("seed", 7);

    /**
     * Six standard deviations of a share p over n draws, sqrt(p (1 - p) / n), are at most 0.0095; one run in 10^8 lies
     * outside.
     */
    @Test
    void dayTradersMixHasItsShares() {
        double[] share = walk(TradeMixes.DAYTRADER);
        double[] expected = {0.20, 0.40, 0.04, 0.02, 0.10, 0.12, 0.04, 0.04, 0.04};
        for (int i = 0; i < expected.length; i++) {
            assertThat(share[i])
                    .as("%s with seed %d", TradeMixes.DAYTRADER.states().get(i).name(), SEED)
                    .isCloseTo(expected[i], Offset.offset(0.0095));
        }
    }

    /**
     * The share of buying and selling in the chains' stationary distributions, to two digits; a walk of dependent steps
     * may differ by 0.02.
     */
    @Test
    void whoBrowsesReadsAndWhoBuysTrades() {
        double[] browse = walk(TradeMixes.BROWSE);
        double[] buy = walk(TradeMixes.BUY);

        assertThat(browse[4]).isCloseTo(0.05, Offset.offset(0.02));
        assertThat(buy[3] + buy[4]).isCloseTo(0.37, Offset.offset(0.02));
    }

    private static double[] walk(PageMix mix) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] share = new double[mix.states().size()];
        int state = mix.start();
        for (int i = 0; i < STEPS; i++) {
            state = mix.next(state, random);
            share[state] += 1.0 / STEPS;
        }
        return share;
    }

    @ParameterizedTest
    @ValueSource(strings = {"daytrader", "browse", "buy"})
    void everyPageIsAnOperationAndCanBeReached(String name) {
        PageMix mix = Objects.requireNonNull(TradeMixes.ALL.get(name));
        assertThat(mix.states())
                .allSatisfy(state -> assertThat(TradeOperation.named(state.page()))
                        .as(state.page())
                        .isPresent());
        assertThat(walk(mix)).doesNotContain(0);
    }

    @Test
    void aStateWithoutAWayOnIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PageMix("x", List.of(new PageMix.MixState("a", "home", List.of(0.0))), 0))
                .withMessageContaining("a does not say what follows");
    }
}
