// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts as clients write them, and the names in them. */
class HostNameTest {

    private static RequestHead head(@Nullable String host) {
        String field = host == null ? "HTTP/1.0\r\n" : "HTTP/1.1\r\nHost: " + host + "\r\n";
        byte[] octets = Octets.ascii("GET / " + field + "\r\n");
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.DEFAULTS)).isEqualTo(octets.length);
        return head;
    }

    private static String text(RequestHead head, int end) {
        return new String(head.octets(), head.hostAt(), end - head.hostAt(), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # host               | without port      | name             | in a certificate
            shop.example.org     | shop.example.org  | shop.example.org | shop.example.org
            Shop.Example.ORG:80  | Shop.Example.ORG  | Shop.Example.ORG | shop.example.org
            shop.example.org.    | shop.example.org. | shop.example.org | shop.example.org
            shop.example.org.:80 | shop.example.org. | shop.example.org | shop.example.org
            shop:                | shop              | shop             | shop
            shop..               | shop..            | shop.            | shop.
            .                    | .                 | .                |
            .:80                 | .                 | .                |
            127.0.0.1:8080       | 127.0.0.1         | 127.0.0.1        | 127.0.0.1
            [::1]                | [::1]             | [::1]            | ::1
            [::1]:8080           | [::1]             | [::1]            | ::1
            [2001:DB8::A]        | [2001:DB8::A]     | [2001:DB8::A]    | 2001:db8::a
            [::ffff:10.0.0.1]:80 | [::ffff:10.0.0.1] | [::ffff:10.0.0.1] | ::ffff:10.0.0.1
            """)
    void readsTheOddOnesInOneWay(String host, String withoutPort, String name, @Nullable String certified) {
        RequestHead head = head(host);

        assertThat(text(head, HostName.withoutPort(head.octets(), head.hostAt(), head.hostEnd())))
                .isEqualTo(withoutPort);
        assertThat(text(head, HostName.end(head.octets(), head.hostAt(), head.hostEnd())))
                .isEqualTo(name);
        assertThat(HostName.of(head, null)).isEqualTo(certified);
    }

    @Test
    void aRequestWithoutAHostHasNoName() {
        assertThat(HostName.of(head(null), null)).isNull();
        assertThat(new HostPattern("shop").fits(head(null))).isFalse();
        assertThat(new HostPattern("*.shop").fits(head(null))).isFalse();
    }

    @Test
    void aClientThatStaysWithAHostCostsNoMemory() {
        String last = HostName.of(head("shop.example.org"), null);

        assertThat(HostName.of(head("SHOP.example.org.:80"), last)).isSameAs(last);
        assertThat(HostName.of(head("shop.example.com"), last)).isEqualTo("shop.example.com");
        assertThat(HostName.of(head("shop.example"), last)).isEqualTo("shop.example");
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example.org, shop.example.org",
        "Shop.Example.org., shop.example.org",
        "*.Example.org, *.example.org",
        "[::A], [::a]",
        "., .",
        "'', ''"
    })
    void aServersHostIsComparedInLowerCaseAndWithoutTheDot(String told, String plain) {
        assertThat(HostName.plain(told)).isEqualTo(plain);
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example.org, shop.example.org, true",
        "shop.example.org, Shop.Example.org.:80, true",
        "Shop.Example.org., shop.example.org, true",
        "shop.example.org, a.shop.example.org, false",
        "shop.example.org, hop.example.org, false",
        "*.example.org, shop.example.org.:80, true",
        "*.Example.org., a.shop.EXAMPLE.org, true",
        "*.example.org, example.org, false",
        "*.example.org, .example.org, false",
        "*.example.org, shopexample.org, false",
        "org, [::1], false"
    })
    void aPatternFitsItsNameOrThoseBelowIt(String pattern, String host, boolean expected) {
        assertThat(new HostPattern(pattern).fits(head(host))).isEqualTo(expected);
    }
}
