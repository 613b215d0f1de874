// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SurgeSizesTest {

    private static final int DRAWS = 100_000;

    /**
     * In the body 50 / 93 = 53.76 % are below the median of all. Its normal ends at (ln 133 000 - 9.357) / 1.318 =
     * 1.852, where 96.80 % lie below, so the median is the quantile of 0.5376 * 0.968 = 0.5204, which is e^(9.357 +
     * 1.318 * 0.0512) = 12 389.
     */
    @Test
    void halfOfTheFilesAreSmallAndSomeAreHuge() {
        SurgeSizes sizes = new SurgeSizes();
        SplittableRandom random = new SplittableRandom(3);
        int small = 0;
        int tail = 0;
        double largest = 0;
        for (int i = 0; i < DRAWS; i++) {
            double size = sizes.sample(random);
            small += size < 12_389 ? 1 : 0;
            tail += size > 133_000 ? 1 : 0;
            largest = Math.max(largest, size);
        }
        // Six standard deviations of a share of one half over the draws are 0.0095.
        assertThat((double) small / DRAWS).isCloseTo(0.5, Offset.offset(0.0095));
        // Six standard deviations of a share of 0.07 are 0.0048.
        assertThat((double) tail / DRAWS)
                .as("all of the tail, and of the body none")
                .isCloseTo(0.07, Offset.offset(0.0048));
        assertThat(largest).isBetween(5e6, 50.1e6);
    }

    /**
     * Those below the border are the body; its mean is what the mean of all leaves when the tail's 655 300 times 7 %
     * are taken off.
     */
    @Test
    void theMeanOfTheBodyIsThatOfItsDraws() {
        SurgeSizes sizes = new SurgeSizes();
        SplittableRandom random = new SplittableRandom(4);
        double sum = 0;
        int count = 0;
        for (int i = 0; i < DRAWS; i++) {
            double size = sizes.sample(random);
            if (size < 133_000) {
                sum += size;
                count++;
            }
        }
        // The standard deviation of the body is below 27 000; six of its mean over 90 000 draws are 540.
        assertThat(sum / count).isCloseTo((sizes.mean() - 0.07 * 655_300) / 0.93, Offset.offset(540.0));
        assertThat(sizes.variation()).isGreaterThan(3);
    }
}
