// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.tunnel.TunnelEnd;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The end of a tunnel has the same letter in the access log, whether HTTP has led to it or TCP. */
final class TunnelLettersTest {

    @ParameterizedTest
    @EnumSource(value = TunnelEnd.class, mode = EnumSource.Mode.EXCLUDE, names = "FINISHED")
    void theSideThatEndedItHasOneLetter(TunnelEnd end) {
        assertThat(BrokenOff.of(end)).isNotNull().extracting(BrokenOff::letter).isEqualTo(end.letter());
    }

    @ParameterizedTest
    @EnumSource(value = TunnelEnd.class, names = "FINISHED")
    void nobodyBreaksOffATunnelThatBothEnd(TunnelEnd end) {
        assertThat(BrokenOff.of(end)).isNull();
    }
}
