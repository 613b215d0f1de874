// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.policy.PolicyCatalog;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudiedPolicyTest {

    private static StudiedPolicy parse(String text) {
        return StudiedPolicy.parse(text, PolicyCatalog.load());
    }

    @Test
    void aNameAloneTakesTheDefaults() {
        assertThat(parse("headroom").options()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fastest-response{window=250ms}",
                "fastest-response:window=0.25s",
                "fastest-response{ window = 250ms }"
            })
    void parametersAreInBaseUnitsAndTheTextStaysTheName(String text) {
        StudiedPolicy choice = parse(text);
        assertThat(choice.chooser().name()).isEqualTo("fastest-response");
        assertThat(choice.options()).isEqualTo(Map.of("window", 0.25));
        assertThat(choice.written()).isEqualTo(text);
    }

    @Test
    void anOracleMayBeComparedToo() {
        assertThat(parse("oracle-sed").chooser().name()).isEqualTo("oracle-sed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            best                              | there is no policy 'best'; there are: adaptive,
            round-robin{window=1s}            | policy 'round-robin' has no parameter 'window'; it has none
            fastest-response{windows=1s}      | policy 'fastest-response' has no parameter 'windows'; it has window
            fastest-response{window=5}        | policy 'fastest-response': 'window' is from 10ms to 3600s, was 5
            fastest-response{window}          | policy 'fastest-response': 'window' lacks its value; write window=value
            fastest-response{window=1s        | 'fastest-response{window=1s' is not a policy; write a name, or name{
            """)
    void whatIsWrongIsSaidWithWhatThereIs(String text, String message) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
