// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The sources of events against the plain way. */
class EventsTest {

    private static final long SEED = Long.getLong("seed", 1);

    private record Set(long atNs, int kind, int id) {}

    /** A stable sort is the plain way. */
    @Test
    void timersRingInOrderAndEqualsAsTheyWereSet() {
        SplittableRandom chance = new SplittableRandom(SEED);
        EventHeap timers = new EventHeap();
        List<Set> plain = new ArrayList<>();
        List<Set> rung = new ArrayList<>();
        List<Set> wanted = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (plain.isEmpty() || chance.nextInt(5) > 1) {
                Set set = new Set(chance.nextLong(500), chance.nextInt(6), chance.nextInt(1 << 24));
                timers.set(set.atNs(), set.kind(), set.id());
                plain.add(set);
            } else {
                Set first =
                        plain.stream().min(Comparator.comparingLong(Set::atNs)).orElseThrow();
                plain.remove(first);
                rung.add(new Set(timers.nextNs(), timers.kind(), timers.id()));
                wanted.add(first);
                timers.remove();
            }
            if (plain.size() > 200) {
                plain.clear();
                timers = new EventHeap();
            }
        }
        assertThat(rung).isEqualTo(wanted).hasSizeGreaterThan(1_000);
    }

    @Test
    void tournamentFindsTheFirst() {
        for (int count : new int[] {1, 2, 3, 7, 100}) {
            SplittableRandom chance = new SplittableRandom(SEED);
            MinTree tree = new MinTree(count);
            long[] times = new long[count];
            Arrays.fill(times, Long.MAX_VALUE);
            for (int step = 0; step < 5_000; step++) {
                int number = chance.nextInt(count);
                times[number] = chance.nextLong(50);
                tree.set(number, times[number]);
                int first = IntStream.range(0, count)
                        .boxed()
                        .min(Comparator.comparingLong(k -> times[k]))
                        .orElseThrow();
                assertThat(tree.which()).isEqualTo(first);
                assertThat(tree.time()).isEqualTo(times[first]);
            }
        }
    }

    @Test
    void pipeKeepsTheOrderWhileItGrows() {
        DelayLine line = new DelayLine(10);
        for (int task = 0; task < 50; task++) {
            line.add(task, task);
        }
        for (int task = 0; task < 40; task++) {
            assertThat(line.nextNs()).isEqualTo(task + 10);
            assertThat(line.remove()).isEqualTo(task);
        }
        for (int task = 50; task < 200; task++) {
            line.add(task, task);
        }
        for (int task = 40; task < 200; task++) {
            assertThat(line.remove()).isEqualTo(task);
        }
        assertThat(line.nextNs()).isEqualTo(Long.MAX_VALUE);
    }
}
