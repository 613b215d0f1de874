// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Moments at distances that change. */
final class DueTimeTest {

    private final DueTime time = new DueTime(1_000);

    @Test
    void keepsItsDistanceWhenItIsSeenLate() {
        assertThat(time.isPast(999)).isFalse();
        assertThat(time.waitNs(999)).isEqualTo(1);
        assertThat(time.isPast(1_000)).isTrue();

        time.again(50, 1_030);
        assertThat(time.waitNs(1_030)).isEqualTo(20);
        time.again(200, 1_050);
        assertThat(time.waitNs(1_050)).as("another distance").isEqualTo(200);
    }

    @Test
    void whatWasMissedIsLeftOut() {
        time.again(50, 5_000);

        assertThat(time.isPast(5_000)).isFalse();
        assertThat(time.waitNs(5_000)).isEqualTo(50);
    }
}
