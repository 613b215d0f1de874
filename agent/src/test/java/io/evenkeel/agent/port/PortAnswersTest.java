// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PortAnswersTest {

    private final AgentPages pages = new AgentPages() {
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
    };

    private String get(String path) {
        return get(path, "", "");
    }

    private String get(String path, String fields, String token) {
        PortAnswers endpoints = new PortAnswers(
                "/evenkeel-agent", token, new OwnNames("node.internal", "", "shop.example:8080"), pages);
        byte[] head = ("GET " + path + " HTTP/1.1\r\n" + fields + "\r\n").getBytes(StandardCharsets.US_ASCII);
        Request request = Objects.requireNonNull(Request.read(head, head.length));
        return StandardCharsets.UTF_8.decode(endpoints.to(request)).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:9797",
                "localhost.",
                "127.0.0.1",
                "127.0.0.1:9797",
                "[::1]:9797",
                "10.1.2.3",
                "node.internal:9797",
                "Node.Internal",
                "shop.example",
                "shop.example:9797"
            })
    void answersToAddressesAndOwnNames(String host) {
        assertThat(get("/evenkeel-agent", "Host: " + host + "\r\n", "")).startsWith("HTTP/1.1 200");
    }

    /** A page's own name that it lets lead to 127.0.0.1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:9797",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "shop.example.evil.example",
                "1.2.3.4.5",
                "",
                ".",
                "[evil]",
                "127.0.0.1:evil"
            })
    void answersToNoOtherNameWithoutAToken(String host) {
        assertThat(get("/evenkeel-agent", "Host: " + host + "\r\n", ""))
                .startsWith("HTTP/1.1 403")
                .contains("evenkeel.agent.address")
                .doesNotContain("the json");
    }

    @Test
    void theTokenIsProofUnderAnyName() {
        assertThat(get("/evenkeel-agent", "Host: any.example\r\nAuthorization: Bearer s3cret\r\n", "s3cret"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void twoNamesAreNoRequest() {
        byte[] head =
                "GET / HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        assertThat(Request.read(head, head.length)).isNull();
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
