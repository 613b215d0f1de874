// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RampTest {

    @Test
    void threeComeEveryTenSecondsAsInThePaper() {
        Ramp ramp = new Ramp(3, Duration.ofSeconds(10));
        assertThat(IntStream.range(0, 30).mapToObj(i -> ramp.arrival(i).toSeconds()))
                .startsWith(0L, 0L, 0L, 10L, 10L, 10L, 20L)
                .endsWith(80L, 90L, 90L, 90L);
    }

    @Test
    void anEvenRampBringsOneAtATime() {
        Ramp ramp = Ramp.evenly(4, Duration.ofSeconds(2));
        assertThat(IntStream.range(0, 4).mapToObj(i -> ramp.arrival(i).toMillis()))
                .containsExactly(0L, 500L, 1000L, 1500L);
    }

    @Test
    void withoutARampAllAreThereAtOnce() {
        assertThat(Ramp.NONE.arrival(999)).isZero();
    }

    @Test
    void aRampWithoutSizeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Ramp(0, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> new Ramp(1, Duration.ofMillis(-1)));
    }
}
