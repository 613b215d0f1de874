// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.http.text.FieldEdits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The head that goes to a node, octet by octet. */
class RequestWriterTest {

    private static final ForwardSettings X_FORWARDED = new ForwardSettings(true, false, false);

    private static String written(ForwardSettings forward, boolean trusted, boolean tls, String head) {
        return written(forward, trusted, tls, null, FieldEdits.NONE, head);
    }

    private static String written(
            ForwardSettings forward,
            boolean trusted,
            boolean tls,
            @Nullable String subject,
            FieldEdits edits,
            String head) {
        RequestHead read = new RequestHead();
        byte[] octets = head.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(read.read(octets, 0, octets.length, RequestLimits.DEFAULTS))
                .as(head)
                .isEqualTo(octets.length);
        HeadBuffer out = new HeadBuffer(16);
        Origin.OwnAddress ownAddress =
                new Origin.OwnAddress(forward, new InetSocketAddress(address(127, 0, 0, 1), 9090), tls);
        Origin origin = new Origin(new InetSocketAddress(address(192, 0, 2, 7), 40_000), ownAddress, trusted);
        if (tls) {
            TlsFacts facts = new TlsFacts("TLSv1.3", "TLS_AES_128_GCM_SHA256", null, null, false, subject);
            origin.secured(facts, "X-Client-Cert-Subject");
        }
        RequestWriter.write(read, edits, null, origin, false, out);
        return new String(out.octets(), 0, out.length(), StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
    }

    private static InetAddress address(int... parts) {
        byte[] octets = {(byte) parts[0], (byte) parts[1], (byte) parts[2], (byte) parts[3]};
        try {
            return InetAddress.getByAddress(octets);
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }

    private static String port(boolean trusted, boolean tls, String fields) {
        String out = written(X_FORWARDED, trusted, tls, "GET / HTTP/1.1\n" + fields + "\n");
        return out.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("x-forwarded-port:"))
                .reduce((one, two) -> one + " and " + two)
                .orElse("none");
    }

    @Test
    void writesTheFieldsAboutTheOriginInThisOrder() {
        assertThat(written(
                        ForwardSettings.DEFAULTS, false, false, "GET /a HTTP/1.1\nHost: shop.example:9450\nX: y\n\n"))
                .isEqualTo("""
                        GET /a HTTP/1.1
                        Host: shop.example:9450
                        X: y
                        Via: 1.1 evenkeel
                        X-Forwarded-For: 192.0.2.7
                        X-Forwarded-Proto: http
                        X-Forwarded-Host: shop.example:9450
                        X-Forwarded-Port: 9450
                        Forwarded: for=192.0.2.7;proto=http;host="shop.example:9450"

                        """);
    }

    @Test
    void aFieldThatIsSetReplacesThoseOfTheClient() {
        ForwardSettings none = new ForwardSettings(false, false, false);
        FieldEdits edits = FieldEdits.of(List.of("X-Debug"), Map.of("X-Env", "prod, eu"));
        String head = "GET / HTTP/1.1\nx_env: test\nHost: shop\nX-Env: test\nX-Debug: 1\nX-Envoy: stays\n\n";

        assertThat(written(none, false, false, null, edits, head)).isEqualTo("""
                GET / HTTP/1.1
                Host: shop
                X-Envoy: stays
                X-Env: prod, eu

                """);
    }

    @Test
    void aSubjectIsToldAndNobodyElseCanTellOne() {
        FieldEdits removed = FieldEdits.of(List.of("X-Client-Cert-Subject"), Map.of());
        ForwardSettings none = new ForwardSettings(false, false, false);
        String head = "GET / HTTP/1.1\nHost: shop\nx_client-cert-subject: CN=root\nX-Client-Cert-Subject: CN=root\n\n";

        assertThat(written(none, true, true, "CN=till 7\\, \u00e9t\u00e9\r\nX: y,O=Shop", removed, head))
                .isEqualTo("""
                GET / HTTP/1.1
                Host: shop
                X-Client-Cert-Subject: CN=till 7\\, \\C3\\A9t\\C3\\A9\\0D\\0AX: y,O=Shop

                """);
        assertThat(written(none, true, true, null, removed, head)).isEqualTo("GET / HTTP/1.1\nHost: shop\n\n");
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example:9450, false, 9450",
        "shop.example, false, 80",
        "shop.example, true, 443",
        "shop.example:, true, 443",
        "[::1]:8080, false, 8080",
        "[::1], false, 80",
        "[2001:db8::80], true, 443",
        "127.0.0.1:1, true, 1",
        "shop80, false, 80",
        "8080, false, 80"
    })
    void tellsThePortOfTheHostElseTheUsualOneOfTheScheme(String host, boolean tls, String port) {
        assertThat(port(false, tls, "Host: " + host + "\n")).isEqualTo("X-Forwarded-Port: " + port);
    }

    @Test
    void takesThePortOfATargetThatNamesTheHost() {
        assertThat(written(X_FORWARDED, false, false, "GET http://a.example:81/x HTTP/1.1\nHost: b.example:82\n\n"))
                .isEqualTo("""
                        GET /x HTTP/1.1
                        Host: a.example:81
                        X-Forwarded-For: 192.0.2.7
                        X-Forwarded-Proto: http
                        X-Forwarded-Host: a.example:81
                        X-Forwarded-Port: 81

                        """);
    }

    @Test
    void tellsItsOwnPortWhereNoHostIsNamed() {
        assertThat(written(X_FORWARDED, false, true, "GET /x HTTP/1.0\n\n")).isEqualTo("""
                GET /x HTTP/1.1
                Host: 127.0.0.1:9090
                X-Forwarded-For: 192.0.2.7
                X-Forwarded-Proto: https
                X-Forwarded-Port: 9090

                """);
    }

    @ParameterizedTest
    @CsvSource({"X-Forwarded-Port", "x-fORWARDED-pORT", "X_Forwarded_Port", "X-Forwarded_Port"})
    void removesWhatAStrangerSays(String name) {
        assertThat(written(X_FORWARDED, false, false, "GET / HTTP/1.1\nHost: a\n" + name + ": 666\n\n"))
                .doesNotContain("666")
                .contains("\nX-Forwarded-Port: 80\n");
        assertThat(written(
                        new ForwardSettings(false, false, false),
                        false,
                        false,
                        "GET / HTTP/1.1\nHost: a\n" + name + ": 666\n\n"))
                .isEqualTo("GET / HTTP/1.1\nHost: a\n\n");
    }

    @Test
    void passesOnWhatATrustedProxySays() {
        assertThat(port(true, false, "Host: a:1\nX-Forwarded-Port: 8443\n")).isEqualTo("X-Forwarded-Port: 8443");
    }

    @ParameterizedTest
    @CsvSource({
        "https, '', 443",
        "HTTPS, '', 443",
        "'https, http', '', 443",
        "'http , https', '', 80",
        "http, '', 80",
        "https, shop.example:9443, 9443",
        "https, 'shop.example:9443 , inner:81', 9443",
        "https, 'shop.example, inner:81', 443",
        "https, 'no host:12', 443",
        "https, 2001:db8::1, 443"
    })
    void concludesItFromTheHostAndSchemeThatATrustedProxyTells(String proto, String host, String port) {
        String fields = "Host: inner\nX-Forwarded-Proto: " + proto + "\n"
                + (host.isEmpty() ? "" : "X-Forwarded-Host: " + host + "\n");
        assertThat(port(true, false, fields)).isEqualTo("X-Forwarded-Port: " + port);
    }

    @Test
    void saysNothingOfThePortWhereTheFieldsAreSwitchedOff() {
        assertThat(written(new ForwardSettings(false, true, true), false, false, "GET / HTTP/1.1\nHost: a:7\n\n"))
                .doesNotContain("X-Forwarded");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "`evenkeel-8111=s3cret`, ``",
                "`__Host-evenkeel-8111=s3cret`, ``",
                "` evenkeel-8111=s3cret ; `, ``",
                "`a=1; evenkeel-8111=s3cret`, `Cookie: a=1\n`",
                "`evenkeel-8111=s3cret; a=1`, `Cookie: a=1\n`",
                "`a=1; evenkeel-8111=s3cret; b=2`, `Cookie: a=1; b=2\n`",
                "`a=1;evenkeel-8111=s3cret;b=2`, `Cookie: a=1;b=2\n`",
                "`a=1;  b=2;evenkeel-1=s3cret;; c`, `Cookie: a=1;  b=2;; c\n`",
                "`evenkeel-1=s3cret; __Host-evenkeel-2=s3cret; a=1; evenkeel-3=s3cret`, `Cookie: a=1\n`",
                "`a=x; b=\"; evenkeel-8111=s3cret; c=\"`, `Cookie: a=x; b=\"; c=\"\n`",
                "`evenkeel-=s3cret; evenkeel-; EVENKEEL=n1`, `Cookie: EVENKEEL=n1\n`",
            })
    void keepsTheConsolesSessionFromNodes(String cookies, String line) {
        assertThat(written(
                        new ForwardSettings(false, false, false),
                        false,
                        false,
                        "GET / HTTP/1.1\nHost: a\nCookie: " + cookies + "\nX: y\n\n"))
                .isEqualTo("GET / HTTP/1.1\nHost: a\n" + line + "X: y\n\n")
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource({
        "cookie:a=1;b=2",
        "Cookie:  EVENKEEL=n1; evenkeel=2; Evenkeel-8111=3; __host-evenkeel-1=4",
        "Cookie: my-evenkeel-8111=1; x=evenkeel-8111=2",
        "Cookie: ;; evenkeel",
        "Cookies: evenkeel-8111=1",
        "X-Cookie: evenkeel-8111=1"
    })
    void leavesOtherCookiesAsTheyCame(String line) {
        String head = "GET / HTTP/1.1\nHost: a\n" + line + "\nX: y\n\n";
        assertThat(written(new ForwardSettings(false, false, false), false, false, head))
                .isEqualTo(head);
    }

    @Test
    void looksIntoEveryCookieLine() {
        assertThat(written(
                        new ForwardSettings(false, false, false),
                        false,
                        false,
                        "GET / HTTP/1.1\nCookie: evenkeel-1=s\nHost: a\nCookie: b=2\ncookie: evenkeel-1=s; c=3\n\n"))
                .isEqualTo("GET / HTTP/1.1\nHost: a\nCookie: b=2\ncookie: c=3\n\n");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "`Expect: 100-Continue`, `Expect: 100-continue\n`",
                "`Expect: 100-continue\nexpect:100-continue`, `Expect: 100-continue\n`",
                "`Expect: ,100-continue\t, , 100-continue,`, `Expect: 100-continue\n`",
                "`Expect:`, ``",
                "`Expect: , \t,`, ``",
                "`Expect: 100-continue\nConnection: expect`, ``",
            })
    void writesTheOneExpectationThatThereIs(String lines, String left) {
        ForwardSettings none = new ForwardSettings(false, false, false);
        String start = "POST / HTTP/1.1\nHost: a\nContent-Length: 1\n";
        assertThat(written(none, false, false, start + lines + "\n\n")).isEqualTo(start + left + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "OPTIONS, `Max-Forwards: 8`, `Max-Forwards: 7\n`",
                "TRACE, `Max-Forwards: 9223372036854775808`, `Max-Forwards: 2147483646\n`",
                "OPTIONS, `Max-Forwards: x`, `Max-Forwards: x\n`",
                "OPTIONS, `Max-Forwards: 8\nConnection: max-forwards`, ``",
                "GET, `Max-Forwards: 8`, `Max-Forwards: 8\n`",
                "GET, `Max-Forwards: 8\nConnection: max-forwards`, ``",
            })
    void countsAHop(String method, String lines, String left) {
        ForwardSettings none = new ForwardSettings(false, false, false);
        String start = method + " / HTTP/1.1\nHost: a\n";
        assertThat(written(none, false, false, start + lines + "\n\n")).isEqualTo(start + left + "\n");
    }
}
