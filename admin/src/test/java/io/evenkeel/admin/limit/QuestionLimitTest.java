// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.BrokerSettings;
import io.evenkeel.config.BrokerSettings.Access;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuestionLimitTest {

    private static final long SECOND_NS = 1_000_000_000L;

    private final QuestionLimit limit = new QuestionLimit();
    private final BrokerSettings slow = terms(0.25, 2);

    private static BrokerSettings terms(double rate, int burst) {
        return new BrokerSettings(Duration.ofSeconds(60), Duration.ofSeconds(60), Access.AUTO, rate, burst);
    }

    @Test
    void aClientHasItsBurstAndThenItsRate() {
        assertThat(limit.secondsToWait("10.0.0.1", slow, 0)).isZero();
        assertThat(limit.secondsToWait("10.0.0.1", slow, 0)).isZero();
        assertThat(limit.secondsToWait("10.0.0.1", slow, 0)).isEqualTo(4);
        assertThat(limit.secondsToWait("10.0.0.2", slow, 0))
                .as("another client")
                .isZero();
        assertThat(limit.secondsToWait("10.0.0.1", slow, 4 * SECOND_NS)).isZero();
        assertThat(limit.secondsToWait("10.0.0.1", slow, 4 * SECOND_NS)).isEqualTo(4);
    }

    @Test
    void anotherRateBeginsAnew() {
        limit.secondsToWait("10.0.0.1", slow, 0);
        limit.secondsToWait("10.0.0.1", slow, 0);

        assertThat(limit.secondsToWait("10.0.0.1", terms(100, 1), 0)).isZero();
        assertThat(limit.secondsToWait("10.0.0.1", terms(100, 1), 0)).isEqualTo(1);
    }

    @Test
    void maySetNoLimit() {
        BrokerSettings free = terms(Double.POSITIVE_INFINITY, 1);

        for (int i = 0; i < 1000; i++) {
            assertThat(limit.secondsToWait("10.0.0.1", free, 0)).isZero();
        }
    }

    @Test
    void aNetworkOfIpv6IsOneClient() {
        assertThat(limit.secondsToWait("2001:db8:0:1:0:0:0:1", terms(1, 1), 0)).isZero();
        assertThat(limit.secondsToWait("2001:db8:0:1:5:6:7:8", terms(1, 1), 0)).isEqualTo(1);
        assertThat(limit.secondsToWait("2001:db8:0:2:0:0:0:1", terms(1, 1), 0)).isZero();
    }
}
