// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.text.Octets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms of the host of a request (RFC 3986 §3.2.2); those that are none are in {@code RefusedRequests}. */
final class HostFormTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shop",
                "shop.",
                "a_b",
                "a%2Fb:80",
                "%41",
                "1.2.3.4",
                "256.2.3.4",
                "a:",
                "a:0",
                "[::]",
                "[::1]:8080",
                "[1::]",
                "[1::8]",
                "[fe80::1:2]",
                "[1:2:3:4:5:6:7:8]",
                "[1:2:3::5:6:7:8]",
                "[::2:3:4:5:6:7:8]",
                "[1:2:3:4:5:6:7::]",
                "[ABCD:ef01::]",
                "[::1.2.3.4]",
                "[::ffff:255.0.10.199]:",
                "[1:2:3:4:5:6:1.2.3.4]"
            })
    void isOne(String host) {
        byte[] octets = Octets.ascii(host);

        assertThat(RequestTarget.isHost(octets, 0, octets.length)).isTrue();
    }
}
