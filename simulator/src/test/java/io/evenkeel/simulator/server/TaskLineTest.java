// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Lines and heaps of tasks against the plain way. */
class TaskLineTest {

    @Test
    void lineIsFirstComeFirstServedAndForgetsWhoLeaves() {
        SplittableRandom chance = new SplittableRandom(Long.getLong("seed", 1));
        TaskLine line = new TaskLine();
        List<Integer> plain = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            int what = chance.nextInt(5);
            if (what < 2 || plain.isEmpty()) {
                line.add(step);
                plain.add(step);
            } else if (what < 4) {
                assertThat(line.first()).isEqualTo(plain.get(0));
                assertThat(line.remove()).isEqualTo(plain.remove(0));
            } else {
                int any = plain.remove(chance.nextInt(plain.size()));
                assertThat(line.cancel(any)).isTrue();
                assertThat(line.cancel(any)).isFalse();
            }
            assertThat(line.size()).isEqualTo(plain.size());
        }
        assertThat(line.toArray())
                .containsExactly(plain.stream().mapToInt(each -> each).toArray());
    }

    private record End(double at, int task) {}

    @Test
    void heapGivesTheEarliestEndAndEqualsAsTheyCame() {
        SplittableRandom chance = new SplittableRandom(Long.getLong("seed", 1));
        EndHeap heap = new EndHeap();
        List<End> plain = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (plain.isEmpty() || (plain.size() < 100 && chance.nextInt(2) == 0)) {
                End end = new End(chance.nextInt(50), step);
                heap.add(end.at(), end.task());
                plain.add(end);
            } else {
                End first =
                        plain.stream().min(Comparator.comparingDouble(End::at)).orElseThrow();
                plain.remove(first);
                assertThat(heap.earliest()).isEqualTo(first.at());
                assertThat(heap.remove()).isEqualTo(first.task());
            }
        }
    }
}
