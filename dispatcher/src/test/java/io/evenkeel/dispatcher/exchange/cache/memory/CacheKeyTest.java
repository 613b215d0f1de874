// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheKeyTest {

    @ParameterizedTest
    @CsvSource({
        "/a?b, Shop:81, true, https://shop:81/a?b",
        "/, shop, false, http://shop/",
        "http://Other?q, shop, false, http://other/?q",
        "http://other, shop, false, http://other/",
        "/%2F//x, [::1]:80, false, http://[::1]:80/%2F//x"
    })
    void theUrlOfARequestIsItsKey(String target, String host, boolean https, String url) {
        byte[] octets =
                ("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.NONE)).isPositive();
        CacheKey key = new CacheKey();

        key.set(head, https);

        assertThat(key).hasToString(url).isEqualTo(CacheKey.of(url)).isEqualTo(key.copy());
        assertThat(key.hashCode()).isEqualTo(CacheKey.of(url).hashCode());
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP://Shop/A, http://shop/A",
        "http://shop, http://shop/",
        "http://shop?a, http://shop/?a",
        "https://shop:443/a, https://shop:443/a"
    })
    void aUrlIsReadAsARequestWouldSayIt(String url, String key) {
        assertThat(CacheKey.of(url)).hasToString(key);
    }

    @ParameterizedTest
    @CsvSource({
        "http://shop/b, true",
        "HTTP://SHOP/b, true",
        "http://shop, true",
        "http://shopping/b, false",
        "https://shop/b, false",
        "http://shop:81/b, false",
        "/b, false"
    })
    void knowsUrlsOfItsHost(String url, boolean same) {
        byte[] octets = url.getBytes(StandardCharsets.ISO_8859_1);

        assertThat(CacheKey.of("http://shop/a").hasHostOf(octets, 0, octets.length))
                .isEqualTo(same);
    }
}
