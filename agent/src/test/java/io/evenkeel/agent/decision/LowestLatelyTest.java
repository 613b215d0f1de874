// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LowestLatelyTest {

    private final LowestLately lowest = new LowestLately();

    @Test
    void isUnknownAtFirst() {
        assertThat(lowest.value()).isNaN();
    }

    @Test
    void forgetsTheLowestAfterAboutAMinute() {
        lowest.add(5, seconds(-100));
        lowest.add(9, seconds(-70));
        assertThat(lowest.value()).isEqualTo(5);

        lowest.add(7, seconds(-30));
        assertThat(lowest.value()).isEqualTo(7);
    }

    @Test
    void forgetsEverythingInALongPause() {
        lowest.add(5, seconds(0));
        lowest.add(8, seconds(3_600));

        assertThat(lowest.value()).isEqualTo(8);
    }

    private static long seconds(long count) {
        return TimeUnit.SECONDS.toNanos(count);
    }
}
