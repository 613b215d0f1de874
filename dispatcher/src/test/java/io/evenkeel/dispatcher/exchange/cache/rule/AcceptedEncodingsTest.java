// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.RequestHead;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptedEncodingsTest {

    private static boolean prefersZstd(String lines) {
        byte[] octets = Octets.ascii("GET / HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n\r\n");
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.NONE)).isEqualTo(octets.length);
        return AcceptedEncodings.prefers(head, Octets.ascii("zstd"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept-Encoding: zstd",
                "Accept-Encoding: gzip, deflate, br, ZSTD",
                "Accept-Encoding: gzip\r\nAccept-Encoding: zstd ; Q=0.001",
                "Accept-Encoding: zstd;q=0.5, identity;q=0.5",
                "Accept-Encoding: zstd;q=1.000,*;q=0",
                "Accept-Encoding: identity;q=0, *",
                "Accept-Encoding: identity;q=0, *;q=0.1, gzip"
            })
    void takesZstd(String lines) {
        assertThat(prefersZstd(lines)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X: y",
                "Accept-Encoding: ",
                "Accept-Encoding: gzip, br",
                "Accept-Encoding: *",
                "Accept-Encoding: zstd;q=0",
                "Accept-Encoding: zstd;q=0.000, *",
                "Accept-Encoding: zstd;q=0.5, identity",
                "Accept-Encoding: zstd;q=0.5, identity;q=0.501",
                "Accept-Encoding: zstd, zstd;q=0",
                "Accept-Encoding: zstd;q=x",
                "Accept-Encoding: zstd;level=3",
                "Accept-Encoding: zstd;q=0.5555",
                "Accept-Encoding: zstdx, x-zstd",
                "Accept-Encoding: identity;q=0, *;q=0"
            })
    void doesNot(String lines) {
        assertThat(prefersZstd(lines)).isFalse();
    }
}
