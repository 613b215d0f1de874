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
        for (int task = 0; task < 20_000; task += 3) {
            for (int next = task; next < task + 3; next++) {
                line.add(next);
                plain.add(next);
            }
            for (int served = chance.nextInt(Math.min(5, plain.size())); served > 0; served--) {
                assertThat(line.first()).isEqualTo(plain.get(0));
                assertThat(line.remove()).isEqualTo(plain.remove(0));
            }
            int any = plain.remove(chance.nextInt(plain.size()));
            assertThat(line.cancel(any)).isTrue();
            assertThat(line.cancel(any)).isFalse();
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
        for (int task = 0; task < 20_000; task++) {
            End end = new End(chance.nextInt(50), task);
            heap.add(end.at(), end.task());
            plain.add(end);
            for (int ended = chance.nextInt(Math.min(3, plain.size()) + 1); ended > 0; ended--) {
                End first =
                        plain.stream().min(Comparator.comparingDouble(End::at)).orElseThrow();
                plain.remove(first);
                assertThat(heap.earliest()).isEqualTo(first.at());
                assertThat(heap.remove()).isEqualTo(first.task());
            }
        }
    }
}
