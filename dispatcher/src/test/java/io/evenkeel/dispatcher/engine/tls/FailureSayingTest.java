// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rate at which a client says failures of TLS. */
final class FailureSayingTest {

    private final TlsClientContext context = new TlsClientContext(null, null, List.of());

    @AfterEach
    void release() {
        context.release();
    }

    private boolean says(String what, Duration at) {
        return context.maySayFailure(what, at.toNanos());
    }

    @Test
    void theSameFailureIsSaidOnceInTenMinutes() {
        assertThat(says("n1: unknown", Duration.ZERO)).isTrue();
        for (int s = 2; s < 600; s += 2) {
            assertThat(says("n1: unknown", Duration.ofSeconds(s))).isFalse();
        }
        assertThat(says("n1: unknown", Duration.ofMinutes(10))).isTrue();
        assertThat(says("n1: unknown", Duration.ofSeconds(602))).isFalse();
    }

    @Test
    void anotherFailureIsSaidAtOnceButOneInASecond() {
        assertThat(says("n1: unknown", Duration.ZERO)).isTrue();
        assertThat(says("n2: unknown", Duration.ofMillis(999))).isFalse();
        assertThat(says("n2: unknown", Duration.ofSeconds(1))).isTrue();
        assertThat(says("n1: expired", Duration.ofSeconds(2))).isTrue();
        assertThat(says("n1: unknown", Duration.ofSeconds(3))).isFalse();
    }

    @Test
    void theLastSixtyFourAreKnown() {
        for (int s = 0; s < 65; s++) {
            assertThat(says("n" + s, Duration.ofSeconds(s))).isTrue();
        }
        assertThat(says("n1", Duration.ofSeconds(65))).isFalse();
        assertThat(says("n0", Duration.ofSeconds(66))).isTrue();
    }
}
