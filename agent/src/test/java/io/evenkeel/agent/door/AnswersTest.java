// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswersTest {

    private final Answers answers = new Answers("/evenkeel-agent", "", new Pages() {
        @Override
        public String page(String form) {
            return "the " + form;
        }

        @Override
        public String checkLine() {
            return "up\n";
        }

        @Override
        public void draining(boolean draining) {}
    });

    private String get(String path) {
        byte[] head = ("GET " + path + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        Request request = Objects.requireNonNull(Request.read(head, head.length));
        return StandardCharsets.UTF_8.decode(answers.to(request)).toString();
    }

    @Test
    void onePathFitsTheServersPortAndItsOwn() {
        assertThat(get("/evenkeel-agent")).endsWith("\r\n\r\nthe json");
        assertThat(get("/shop/evenkeel-agent")).endsWith("\r\n\r\nthe json");
        assertThat(get("/a/b/evenkeel-agent.html?x=1")).endsWith("\r\n\r\nthe html");
        assertThat(get("/shop/evenkeel-agent/orca")).endsWith("\r\n\r\nthe orca");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/shop", "/shop-evenkeel-agent", "/shop/evenkeel-agents", "/evenkeel-agent/shop"})
    void nothingElseIsHere(String path) {
        assertThat(get(path)).startsWith("HTTP/1.1 404").contains("The sample is at /evenkeel-agent");
    }
}
