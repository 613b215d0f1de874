// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SurgeSizesTest {

    private static final int DRAWS = 100_000;

    /** The body's median is e^9.357 = 11 580; of the whole it is the 50 / 93 = 53.8 % quantile's neighbour, so half are below 13 130. */
    @Test
    void halfOfTheFilesAreSmallAndSomeAreHuge() {
        SurgeSizes sizes = new SurgeSizes();
        SplittableRandom random = new SplittableRandom(3);
        int small = 0;
        int tail = 0;
        double largest = 0;
        for (int i = 0; i < DRAWS; i++) {
            double size = sizes.sample(random);
            small += size < 13_130 ? 1 : 0;
            tail += size > 133_000 ? 1 : 0;
            largest = Math.max(largest, size);
        }
        // Six standard deviations of a share of one half over the draws are 0.0095.
        assertThat((double) small / DRAWS).isCloseTo(0.5, Offset.offset(0.0095));
        // 7 % of the tail and, of the body, P(Z > (ln 133 000 - 9.357) / 1.318) = P(Z > 1.852) = 3.2 %: 0.07 + 0.93 *
        // 0.032 = 0.0998.
        assertThat((double) tail / DRAWS).isCloseTo(0.0998, Offset.offset(0.0057));
        assertThat(largest).isBetween(5e6, 50.1e6);
    }
}
