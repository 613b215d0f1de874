// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetryAfterTest {

    private static final long S = 1_000_000_000;

    private final RetryAfter after = new RetryAfter(0);

    private void serve(int count, long second) {
        for (int i = 0; i < count; i++) {
            after.served(second * S);
        }
    }

    @Test
    void isTheTimeInWhichWhatWaitsAndWasRefusedIsServed() {
        for (int second = 0; second < 10; second++) {
            serve(100, second);
        }
        assertThat(after.refused(0, 9 * S)).as("one at 100 a second").isEqualTo(1);
        assertThat(after.refused(248, 9 * S)).as("250 at 100 a second").isEqualTo(3);
        for (int i = 3; i < 1_000; i++) {
            after.refused(0, 9 * S);
        }
        assertThat(after.refused(0, 9 * S)).as("1,000 at 100 a second").isEqualTo(10);
    }

    @Test
    void isAMinuteAtMost() {
        serve(1, 0);
        assertThat(after.refused(1_000_000, 0)).isEqualTo(60);
    }

    @Test
    void isTenSecondsWhileNothingIsServed() {
        assertThat(after.refused(100, 0)).isEqualTo(10);
    }

    @Test
    void forgetsAfterTenSeconds() {
        serve(1, 0);
        for (int i = 0; i < 500; i++) {
            after.refused(0, 0);
        }
        serve(1, 20);
        assertThat(after.refused(0, 20 * S)).isEqualTo(10);
        serve(9, 20);
        assertThat(after.refused(0, 20 * S)).isEqualTo(2);
    }
}
