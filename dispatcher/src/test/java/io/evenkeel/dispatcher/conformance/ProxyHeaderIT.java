// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.kit.Question;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.StreamClient;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The header of a proxy in front of the listener, which comes before everything: before a TLS handshake, too. */
class ProxyHeaderIT {

    private static final String GET = "GET /f HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String TEXT = "PROXY TCP4 203.0.113.7 198.51.100.1 1234 443\r\n";
    private static final String BINARY = "\r\n\r\n\0\r\nQUIT\n!\u0011\0\14\u00cb\0q\7\u00c63d\1\4\u00d2\1\u00bb";

    private static Stand stand(Way way) {
        return Stand.of(
                1,
                s -> s.trusting("127.0.0.0/8")
                        .acceptProxy()
                        .transport(way.transport())
                        .cover(way.cover()));
    }

    @ParameterizedTest
    @EnumSource
    void isBelievedInBothForms(Way way) throws Exception {
        try (Stand stand = stand(way)) {
            for (String header : List.of(TEXT, BINARY)) {
                try (RawClient client = stand.dispatcher().door().connect(header)) {
                    assertThat(client.send(GET).response("GET").status()).isEqualTo(200);
                    assertThat(client.send(GET).response("GET").status()).isEqualTo(200);
                }
            }
            assertThat(stand.requests())
                    .extracting(each -> each.value("X-Forwarded-For"))
                    .containsExactly("203.0.113.7", "203.0.113.7", "203.0.113.7", "203.0.113.7");
        }
    }

    @Test
    void isBelievedBeforeHttp2() throws Exception {
        try (Stand stand = stand(Way.TLS);
                StreamClient client = StreamClient.to(stand.dispatcher().door(), TEXT)) {
            assertThat(client.ask(Question.get("/")).response().status()).isEqualTo(200);
            assertThat(stand.requests().get(0).value("X-Forwarded-For")).isEqualTo("203.0.113.7");
        }
    }

    @ParameterizedTest
    @EnumSource
    void isRequiredOfTrustedNetworks(Way way) throws Exception {
        try (Stand stand = stand(way)) {
            assertThatThrownBy(() -> {
                        try (RawClient client = stand.dispatcher().door().connect()) {
                            client.send(GET).response("GET");
                        }
                    })
                    .isInstanceOfAny(IOException.class, AssertionError.class);
            assertThat(stand.receivedBytes()).isZero();
        }
    }

    @Test
    void isNoHeaderInsideTls() throws Exception {
        try (Stand stand = stand(Way.TLS);
                RawClient client = stand.dispatcher().door().connect(TEXT)) {
            assertThat(client.send(TEXT + GET).response("GET").status()).isEqualTo(400);
            assertThat(stand.receivedBytes()).isZero();
        }
    }
}
