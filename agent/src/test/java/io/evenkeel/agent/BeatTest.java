// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Virtual time, microseconds: a sampler and answers at even distances. */
class BeatTest {

    private static final long US = 1_000;
    private static final long MS = 1_000_000;

    /** Ages of the last report that was carried, seen every millisecond for ten seconds. */
    private static List<Long> agesMs(long answersEveryNs, long tookNs, long wakesLateNs) {
        List<Long> ages = new ArrayList<>();
        long beganNs = 0;
        long publishedNs = 0;
        long carriedNs = -MS;
        long carriedTakenNs = 0;
        for (long nowNs = 0; nowNs < 10_000 * MS; nowNs += 100 * US) {
            long dueNs = Beat.dueNs(beganNs, tookNs, 100 * MS, carriedNs) + wakesLateNs;
            if (nowNs >= dueNs) {
                beganNs = nowNs;
                publishedNs = nowNs + tookNs;
            }
            boolean news = nowNs >= publishedNs && beganNs != carriedTakenNs;
            if (nowNs % answersEveryNs == 0 && news && nowNs - carriedNs >= Agent.BETWEEN_REPORTS_NS) {
                carriedNs = nowNs;
                carriedTakenNs = beganNs;
            }
            if (nowNs > 1_000 * MS && nowNs % MS == 0) {
                ages.add((nowNs - carriedTakenNs) / MS);
            }
        }
        ages.sort(null);
        return ages;
    }

    @Test
    void aBusyServersSampleIsYoungerThanAHundredMillisecondsMostOfTheTime() {
        for (long everyMs : new long[] {1, 7, 20}) {
            List<Long> ages = agesMs(everyMs * MS, 2 * MS, 300 * US);
            assertThat(ages.get(ages.size() / 2))
                    .as("median, an answer each %s ms", everyMs)
                    .isLessThanOrEqualTo(90);
            assertThat(ages.get(ages.size() - 1))
                    .as("most, an answer each %s ms", everyMs)
                    .isLessThanOrEqualTo(125 + everyMs);
        }
    }

    @Test
    void samplesAreNeverCloserThanTheInterval() {
        assertThat(Beat.dueNs(0, 2 * MS, 100 * MS, -5 * MS))
                .as("not carried yet")
                .isEqualTo(100 * MS);
        assertThat(Beat.dueNs(0, 2 * MS, 100 * MS, MS)).as("carried at once").isEqualTo(100 * MS);
        assertThat(Beat.dueNs(0, 2 * MS, 100 * MS, 60 * MS)).as("carried late").isEqualTo(158 * MS);
        assertThat(Beat.dueNs(0, 2 * MS, 1_000 * MS, 60 * MS))
                .as("a long interval")
                .isEqualTo(1_000 * MS);
    }
}
