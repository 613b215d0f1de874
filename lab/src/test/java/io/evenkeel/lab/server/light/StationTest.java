// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class StationTest {

    private static final long MS = 1_000_000;

    private final List<Long> endedMs = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();

    @Test
    void twelveRequestsOnTwoWorkersTakeSixServiceTimes() {
        Station station = station(64, 2, 10);
        for (int i = 0; i < 12; i++) {
            assertThat(arrive(station, "r" + i, new RequestNeeds(10 * MS, 0), 0))
                    .isTrue();
        }

        station.pass(1000 * MS);

        assertThat(endedMs).containsExactly(10L, 10L, 20L, 20L, 30L, 30L, 40L, 40L, 50L, 50L, 60L, 60L);
        assertThat(ended).startsWith("r0", "r1", "r2", "r3");
    }

    @Test
    void refusesWhatDoesNotFitInTheQueue() {
        Station station = station(1, 2, 3);
        for (int i = 0; i < 5; i++) {
            assertThat(arrive(station, "r" + i, new RequestNeeds(0, MS), 0)).isTrue();
        }

        assertThat(arrive(station, "r5", new RequestNeeds(0, MS), 0)).isFalse();

        station.pass(2 * MS); // two at work share the processor and end together at 2 ms
        assertThat(station.queued()).isEqualTo(1);
        assertThat(arrive(station, "r6", new RequestNeeds(0, MS), 2 * MS)).isTrue();
        assertThat(station.counts(2 * MS).refused()).isEqualTo(1);
    }

    @Test
    void theProcessorIsSharedEvenly() {
        Station station = station(1, 8, 0);
        arrive(station, "long", new RequestNeeds(0, 30 * MS), 0);
        station.pass(10 * MS);
        arrive(station, "short", new RequestNeeds(0, 5 * MS), 10 * MS);

        station.pass(1000 * MS);

        // Alone until 10 ms, then half the speed each: the short one ends at 20 ms; the long one has had 15 ms by then.
        assertThat(ended).containsExactly("short", "long");
        assertThat(endedMs).containsExactly(20L, 35L);
        assertThat(station.counts(1000 * MS).busyNs()).isEqualTo(35 * MS);
    }

    @Test
    void twoCoresServeTwoAtFullSpeed() {
        Station station = station(2, 8, 0);
        arrive(station, "a", new RequestNeeds(0, 10 * MS), 0);
        arrive(station, "b", new RequestNeeds(0, 10 * MS), 0);

        station.pass(1000 * MS);

        assertThat(endedMs).containsExactly(10L, 10L);
    }

    @Test
    void aLateLookChangesNothingOfWhatHappened() {
        Station looked = station(1, 2, 50);
        Station slept = station(1, 2, 50);
        RandomGenerator random = new SplittableRandom(7);
        long nowNs = 0;
        for (int i = 0; i < 50; i++) {
            RequestNeeds work = new RequestNeeds(random.nextLong(5 * MS), random.nextLong(5 * MS));
            arrive(looked, "r", work, nowNs);
            arrive(slept, "r", work, nowNs);
        }
        for (nowNs = 0; nowNs < 1000 * MS; nowNs += MS / 10) {
            looked.pass(nowNs);
        }
        slept.pass(nowNs);

        // Shared time is a double; each step may round by a nanosecond.
        assertThat((double) looked.counts(nowNs).responseNs())
                .isCloseTo((double) slept.counts(nowNs).responseNs(), within(50.0 * 10_000));
        assertThat(looked.counts(nowNs).completed()).isEqualTo(50);
    }

    /**
     * M/M/1: the mean time in a shared processor is s / (1 - ρ), whatever the distribution of the work. At ρ = 0.7
     * and s = 10 ms it is 33.3 ms. 200,000 requests: the standard error of the mean is near 1 % at this load, so 5 % is
     * five of them.
     */
    @Test
    void meetsTheMeanOfTheoryUnderPoissonArrivals() {
        Station station = station(1, 100_000, 0);
        RandomGenerator random = new SplittableRandom(11);
        double nowNs = 0;
        for (int i = 0; i < 200_000; i++) {
            nowNs += -Math.log(1 - random.nextDouble()) * 10 * MS / 0.7;
            station.pass((long) nowNs);
            RequestNeeds work = new RequestNeeds(0, (long) (-Math.log(1 - random.nextDouble()) * 10 * MS));
            arrive(station, "r", work, (long) nowNs);
        }
        LightCounts counts = station.counts((long) nowNs);

        assertThat(counts.responseNs() / 1e6 / counts.completed()).isCloseTo(10 / 0.3, within(0.05 * 10 / 0.3));
        assertThat(counts.utilisation()).isCloseTo(0.7, within(0.01));
    }

    private static Station station(int cores, int workers, int queue) {
        return new Station(
                new LightPlan("n", cores, 1, workers, queue, (request, random) -> new RequestNeeds(0, 0)), 0);
    }

    private boolean arrive(Station station, String name, RequestNeeds work, long nowNs) {
        LightTask task = new LightTask(new LightRequest("n", "/" + name, ""), work, nowNs, (done, atNs) -> {
            ended.add(name);
            endedMs.add(atNs / MS);
        });
        return station.arrive(task, nowNs);
    }
}
