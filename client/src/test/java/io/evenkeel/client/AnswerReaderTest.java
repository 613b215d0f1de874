// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerReaderTest {

    private static final String WHOLE = "{\"cluster\":\"shop\",\"node\":\"vcn1\",\"address\":\"10.0.0.1:8080\","
            + "\"public\":\"https://vcn1.example.org\",\"quantumMs\":1500,\"expires\":\"2026\",\"stays\":false,"
            + "\"alternatives\":[{\"node\":\"vcn2\",\"address\":\"[::1]:80\",\"public\":null},"
            + "{\"node\":\"vcn3\",\"public\":\"http://v3\",\"more\":[{}],\"address\":\"x:1\"}]}";

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void readsTheNodeItsAlternativesAndTheQuantum() throws IOException {
        BrokerAnswer answer = AnswerReader.answer(octets(WHOLE));

        assertThat(answer.quantum()).isEqualTo(Duration.ofMillis(1500));
        assertThat(answer.nodes())
                .containsExactly(
                        new ToldNode("vcn1", "10.0.0.1:8080", URI.create("https://vcn1.example.org")),
                        new ToldNode("vcn2", "[::1]:80", null),
                        new ToldNode("vcn3", "x:1", URI.create("http://v3")));
        assertThat(answer.nodes().get(1).origin()).isEqualTo(URI.create("http://[::1]:80"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "<html>",
                "{}",
                "{\"node\":\"a\",\"quantumMs\":1000}",
                "{\"node\":\"a\",\"address\":\"x:1\"}",
                "{\"node\":\"a\",\"address\":\"x:1\",\"quantumMs\":0}",
                "{\"node\":\"a\",\"address\":\"x:1\",\"quantumMs\":1e300}",
                "{\"node\":\"a\",\"address\":\"x:1\",\"quantumMs\":\"1000\"}",
                "{\"node\":\"a\",\"address\":\"x y\",\"quantumMs\":1000}",
                "{\"node\":\"a\",\"address\":\"x:1\",\"public\":\"javascript:x\",\"quantumMs\":1000}",
                "{\"node\":\"a\",\"address\":\"x:1\",\"quantumMs\":1000,\"alternatives\":[1]}",
                "{\"node\":\"a\",\"address\":\"x:1\",\"quantumMs\":1000,\"alternatives\":[{}",
                "{\"node\":\"a\",\"address\":\"x:1\",\"quantumMs\":1000} "
                        + "{\"node\":\"a\",\"address\":\"x:1\",\"quantumMs\":1000}",
            })
    void refusesWhatIsNoAnswer(String text) {
        assertThatThrownBy(() -> AnswerReader.answer(octets(text)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the answer is not one of a broker");
    }

    @Test
    void leavesOutAlternativesThatItDoesNotUnderstand() throws IOException {
        assertThat(AnswerReader.answer(octets("{\"node\":\"a\",\"address\":\"x:1\",\"quantumMs\":1,"
                                + "\"alternatives\":[{},{\"node\":\"b\"},{\"node\":\"c\",\"address\":\"y:1\"}]}"))
                        .nodes())
                .extracting(ToldNode::name)
                .containsExactly("a", "c");
    }

    @Test
    void findsTheReason() {
        assertThat(AnswerReader.reason(octets("{\"status\":503,\"reason\":\"none\",\"remedy\":\"x\"}")))
                .isEqualTo("none");
        assertThat(AnswerReader.reason(octets("bad\r\ngateway"))).isEqualTo("bad  gateway");
    }
}
