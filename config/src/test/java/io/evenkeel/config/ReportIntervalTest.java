// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The time between reports by their size and the number of those who get them. */
final class ReportIntervalTest {

    @Test
    void fewMembersWithFewNodesTellAtTheShortestTime() {
        assertThat(ReportInterval.ms(ReportInterval.octets(10, false), 2)).isEqualTo(50);
        assertThat(ReportInterval.ms(ReportInterval.octets(100, false), 9)).isEqualTo(50);
        assertThat(ReportInterval.ms(ReportInterval.octets(100, false), 29)).isEqualTo(50);
        assertThat(ReportInterval.ms(0, 1)).isEqualTo(50);
    }

    @Test
    void manyMembersWithManyNodesTellAtTheLongestTime() {
        assertThat(ReportInterval.ms(ReportInterval.octets(1_000, false), 49)).isEqualTo(200);
        assertThat(ReportInterval.ms(20_000, 49)).isEqualTo(200);
        assertThat(ReportInterval.ms(Integer.MAX_VALUE, 200)).isEqualTo(200);
    }

    @Test
    void oneThatIsAloneTellsNobody() {
        assertThat(ReportInterval.ms(200, 0)).isEqualTo(200);
    }

    @Test
    void growsWithMembersAndWithOctets() {
        assertThat(IntStream.of(4, 5, 9, 16, 17, 50).map(others -> ReportInterval.ms(12_000, others)))
                .containsExactly(50, 60, 108, 192, 200, 200);
        assertThat(IntStream.of(5_000, 5_001, 12_345, 20_000, 20_001).map(octets -> ReportInterval.ms(octets, 10)))
                .containsExactly(50, 51, 124, 200, 200);
    }

    /** 50,000 to 200,000 octets to be sent at once. */
    @Test
    void betweenTheTwoBoundsNoMoreThanAMegabyteASecondIsSent() {
        for (int octets = 5_000; octets <= 20_000; octets += 7) {
            double perSecond = octets * 10 * 1_000.0 / ReportInterval.ms(octets, 10);
            assertThat(perSecond).as("%s bytes to ten", octets).isBetween(0.98e6, 1e6);
        }
    }
}
