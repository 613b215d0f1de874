// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fields that keep a request away from the cache. */
class RequestTermsTest {

    private static RequestTerms of(String field) {
        byte[] octets =
                ("GET / HTTP/1.1\r\nHost: a\r\n" + field + ": /admin\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.DEFAULTS)).isPositive();
        RequestTerms terms = new RequestTerms();
        terms.read(head);
        return terms;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-HTTP-Method-Override",
                "X-Original-URL",
                "X-Proxied-Https",
                "X-HTTP-Path-Override",
                "$WSSN",
                "$WSSP",
                "$WSSC",
                "$wsis",
                "WL-Proxy-SSL",
                "Proxy-Ssl-Id",
                "Proxy-Auth-Cert",
                "X-Original-Path",
                "X-Replaced-Path",
                "X-Envoy-Original-Path",
                "X-Rewrite-URL",
                "X-Rewrite-URI",
                "X-Override-URL",
                "X-Host",
                "X-Host-Override",
                "X-Forwarded-Prefix",
                "X-Forwarded-Anything",
                "X-Script-Name",
                "Script-Name",
                "SCRIPT_NAME",
                "Base-Url",
                "Front-End-Https",
                "Request-Uri"
            })
    void aFieldByWhichServersTakeItForAnotherRequestBypasses(String field) {
        RequestTerms terms = of(field);

        assertThat(terms.bypass()).as(field).isEqualTo(BypassReason.ANOTHER_REQUEST);
        assertThat(terms.twistingLine()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For",
                "X-Forwarded-Proto",
                "X-Forwarded-Host",
                "X-Forwarded-Port",
                "X-Script",
                "X-Envoy-Attempt-Count",
                "Script-Names",
                "Save-Data",
                "X-Request-Id",
                "Referer",
                "Accept"
            })
    void anyOtherFieldDoesNot(String field) {
        assertThat(of(field).bypass()).as(field).isNull();
    }
}
