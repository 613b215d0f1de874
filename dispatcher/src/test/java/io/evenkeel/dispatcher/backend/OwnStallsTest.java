// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnStallsTest {

    private static final long MS = 1_000_000;

    private final OwnStalls stalls = new OwnStalls(0);

    @Test
    void aLateLookJudgesNobodyAndTimeCountsAnew() {
        assertThat(stalls.inTime(50 * MS, 200 * MS)).as("150 ms late").isTrue();
        assertThat(stalls.readFromNs()).isZero();
        assertThat(stalls.inTime(250 * MS, 401 * MS)).as("151 ms late").isFalse();
        assertThat(stalls.readFromNs()).isEqualTo(401 * MS);
        assertThat(stalls.inTime(451 * MS, 455 * MS)).isTrue();
        assertThat(stalls.readFromNs())
                .as("silence is counted from the late look on")
                .isEqualTo(401 * MS);
    }
}
