// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.log.EventLog;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeadMemoryTest {

    private static final int KB = 1024;

    private final EventLog log = new EventLog();
    private final HeadMemory memory = new HeadMemory(100 * KB, log.listener());

    private boolean refuses(int length) {
        int counted = memory.count(0, length);
        boolean refused = memory.refuses(length, counted, 0);
        memory.free(counted);
        return refused;
    }

    @Test
    void aHeadOfAKilobyteIsFree() {
        assertThat(memory.count(0, KB)).isZero();
        assertThat(memory.taken()).isZero();
    }

    @Test
    void aHeadThatHasGrownIsCountedOnce() {
        int counted = memory.count(0, 4 * KB);
        assertThat(memory.count(counted, 6 * KB)).isEqualTo(5 * KB);
        assertThat(memory.taken()).isEqualTo(5 * KB);
    }

    @Test
    void largeHeadsLeaveHalfOfTheRoomToUsualOnes() {
        memory.count(0, 51 * KB - 1);
        assertThat(refuses(60 * KB)).isFalse();
        memory.count(0, KB + 1);
        assertThat(refuses(60 * KB)).isTrue();
        assertThat(refuses(8 * KB + 1)).isTrue();
        assertThat(refuses(8 * KB)).isFalse();
    }

    @Test
    void headsOfAKilobyteAreLetInWhenAllIsTaken() {
        memory.count(0, 101 * KB);
        assertThat(refuses(KB + 1)).isTrue();
        assertThat(refuses(KB)).isFalse();
    }

    @Test
    void aHeadIsNotInItsOwnWay() {
        assertThat(refuses(1000 * KB)).isFalse();
    }

    @Test
    void saysSoOnceASecond() {
        memory.count(0, 101 * KB);
        for (int i = 0; i <= 1500; i += 100) {
            memory.refuses(2 * KB, 0, TimeUnit.MILLISECONDS.toNanos(i));
        }
        assertThat(log.recent(10))
                .hasSize(2)
                .first()
                .satisfies(event ->
                        assertThat(event.message()).contains("100 of 100 kB").endsWith("11 by now"));
    }
}
