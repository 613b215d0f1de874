// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RedirectSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses that clients are sent to. */
class RedirectRuleTest {

    private static RequestHead head(String target, String host) {
        byte[] octets =
                ("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.DEFAULTS)).isEqualTo(octets.length);
        return head;
    }

    private static String location(RedirectRule rule, RequestHead head) {
        HeadBuffer out = new HeadBuffer(16);
        rule.write(head, head.octets(), head.target().pathAt(), head.target().end(), out);
        return new String(out.octets(), 0, out.length(), StandardCharsets.ISO_8859_1);
    }

    private static RedirectRule rule(String to, @Nullable Integer port, String... hosts) {
        return new RedirectRule(new RedirectSettings(to, 307, List.of(hosts), port), null);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " -> ", textBlock = """
            https                                | shop:8080  | /a?b=c        -> https://shop/a?b=c
            https                                | [::1]:80   | /             -> https://[::1]/
            https                                | shop       | //evil.org/x  -> https://shop//evil.org/x
            https                                | shop       | /%0d%0aX:1    -> https://shop/%0d%0aX:1
            https                                | shop       | /\\evil|{x}   -> https://shop/%5Cevil%7C%7Bx%7D
            https                                | shop       | http://b/x    -> https://b/x
            https                                | shop       | http://b      -> https://b/
            https                                | shop       | http://b?q    -> https://b/?q
            https://new.example.org{path}{query} | old        | /a?b          -> https://new.example.org/a?b
            https://new.example.org{path}        | old        | //evil.org    -> https://new.example.org//evil.org
            https://www.{host}{path}             | shop:81    | /a            -> https://www.shop/a
            /new{path}{query}                    | shop       | //evil.org?q  -> /new//evil.org?q
            /{query}                             | shop       | /a?q          -> /?q
            """)
    void fillsInWhatWasAsked(String request, String expected) {
        String[] parts = request.split(" *\\| *", 3);

        assertThat(location(rule(parts[0], null), head(parts[2], parts[1]))).isEqualTo(expected);
    }

    @Test
    void knowsItsHostsOnly() {
        RedirectRule rule = rule("https", 8443, "shop.example.org", "*.shop.example.org");

        assertThat(rule.knows(head("/", "shop.example.org:80"))).isTrue();
        assertThat(rule.knows(head("/", "A.Shop.Example.org."))).isTrue();
        assertThat(rule.knows(head("/", "evil.org"))).isFalse();
        assertThat(rule.knows(head("/", "evilshop.example.org"))).isFalse();
        assertThat(location(rule, head("/a", "shop.example.org"))).isEqualTo("https://shop.example.org:8443/a");
    }

    @Test
    void theHostOfTheRouteIsEnough() {
        RedirectRule rule =
                new RedirectRule(new RedirectSettings("https://{host}/x", 301, List.of(), null), "shop.example.org");

        assertThat(rule.knows(head("/", "shop.example.org"))).isTrue();
        assertThat(rule.knows(head("/", "evil.org"))).isFalse();
    }
}
