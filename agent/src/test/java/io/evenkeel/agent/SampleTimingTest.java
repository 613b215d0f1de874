// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Virtual time: a sampler, and answers at random. */
class SampleTimingTest {

    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long INTERVAL_NS = 100 * MS;
    private static final long TOOK_NS = 2 * MS;
    private static final long WAKES_LATE_NS = 300 * US;
    private static final long SECONDS = 100;

    private final List<Long> agesMs = new ArrayList<>();
    private int carried;

    /** Ages of the last sample that was carried, seen every millisecond, sorted. */
    private void run(double perSecond) {
        SplittableRandom random = new SplittableRandom(5);
        SampleTiming timing = new SampleTiming(INTERVAL_NS, 0);
        long beganNs = 0;
        long publishedNs = 0;
        long carriedTakenNs = 0;
        double answerNs = 0;
        for (long nowNs = 0; nowNs < SECONDS * 1_000 * MS; nowNs += 100 * US) {
            boolean waits = nowNs < publishedNs || beganNs != carriedTakenNs;
            if (nowNs >= timing.dueNs(waits) + WAKES_LATE_NS) {
                timing.began(nowNs);
                beganNs = nowNs;
                publishedNs = nowNs + TOOK_NS;
            }
            boolean answers = answerNs <= nowNs;
            while (answerNs <= nowNs) {
                answerNs -= Math.log(1 - random.nextDouble()) * 1e9 / perSecond;
            }
            if (answers && nowNs >= publishedNs && beganNs != carriedTakenNs) {
                carriedTakenNs = beganNs;
                carried++;
            }
            if (nowNs > 1_000 * MS && nowNs % MS == 0) {
                agesMs.add((nowNs - carriedTakenNs) / MS);
            }
        }
        agesMs.sort(null);
    }

    @ParameterizedTest
    @CsvSource({"13, 95", "25, 80", "50, 75", "200, 65", "1000, 60"})
    void aSampleIsYoungWhetherAnswersAreManyOrFew(double perSecond, long mostMs) {
        run(perSecond);

        assertThat(agesMs.get(agesMs.size() / 2))
                .as("median age, ms, with %s answers a second", perSecond)
                .isLessThanOrEqualTo(mostMs);
        assertThat(carried / (double) SECONDS).as("reports a second").isLessThanOrEqualTo(10.1);
    }

    @Test
    void aSampleThatWaitsForAnAnswerIsReplacedAfterHalfAnInterval() {
        SampleTiming timing = new SampleTiming(INTERVAL_NS, 7 * MS);

        assertThat(timing.dueNs(true)).isEqualTo(57 * MS);
    }

    @Test
    void samplesThatAreCarriedAtOnceComeAnIntervalApart() {
        SampleTiming timing = new SampleTiming(INTERVAL_NS, 0);
        long nowNs = 0;
        for (int i = 0; i < 100; i++) {
            timing.began(nowNs);
            nowNs = timing.dueNs(false);
        }
        assertThat(nowNs).isBetween(99 * INTERVAL_NS, 100 * INTERVAL_NS);
    }
}
