// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static io.evenkeel.dispatcher.conformance.RequestCase.forwarded;
import static io.evenkeel.dispatcher.conformance.RequestCase.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Cover;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Requests that must reach a node with their meaning whole; and those that a recipient may refuse, with what ours does.
 */
public final class ForwardedRequests {

    private ForwardedRequests() {}

    public static List<RequestCase> all() {
        return all(Cover.OF_THIS_RUN);
    }

    /** All of them as nodes see them behind a listener under this cover. */
    public static List<RequestCase> all(Cover cover) {
        List<RequestCase> cases = new ArrayList<>();
        cases.addAll(plain());
        cases.addAll(targets());
        cases.addAll(bodies());
        cases.addAll(hopByHop());
        cases.addAll(spoofs(cover));
        cases.addAll(choices());
        return cases;
    }

    private static String get(String requestLine) {
        return requestLine + "\r\nHost: a\r\n\r\n";
    }

    private static String field(String line) {
        return "GET /f HTTP/1.1\r\nHost: a\r\n" + line + "\r\n\r\n";
    }

    private static String hops(String left) {
        return "OPTIONS /m HTTP/1.1\r\nHost: a\r\nMax-Forwards: " + left + "\r\n\r\n";
    }

    private static String post(String fields, String body) {
        return "POST /p HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n\r\n" + body;
    }

    private static Consumer<Message> request(String method, String target, String host) {
        return m -> {
            assertThat(m.method()).as("method").isEqualTo(method);
            assertThat(m.target()).as("target").isEqualTo(target);
            assertThat(m.values("Host")).as("Host").containsExactly(host);
        };
    }

    private static Consumer<Message> keeps(String name, String... values) {
        return m -> assertThat(m.values(name)).as(name).containsExactly(values);
    }

    private static Consumer<Message> drops(String... names) {
        return m -> {
            for (String name : names) {
                assertThat(m.values(name)).as(name).isEmpty();
            }
        };
    }

    private static Consumer<Message> body(String text) {
        return m -> assertThat(m.text()).as("body").isEqualTo(text);
    }

    private static Consumer<Message> trailers(Message.Field... fields) {
        return m -> assertThat(m.trailers()).as("trailers").containsExactly(fields);
    }

    static List<RequestCase> plain() {
        List<RequestCase> cases = new ArrayList<>(List.of(
                forwarded("GET", get("GET /plain HTTP/1.1"), request("GET", "/plain", "a")),
                forwarded("HEAD", get("HEAD /plain HTTP/1.1"), request("HEAD", "/plain", "a")),
                forwarded(
                        "CRLF before the request line",
                        "\r\n" + get("GET /crlf HTTP/1.1"),
                        request("GET", "/crlf", "a")),
                forwarded(
                        "HTTP/1.0 without Host",
                        "GET /old HTTP/1.0\r\n\r\n",
                        m -> assertThat(m.target()).isEqualTo("/old")),
                forwarded("HTTP/1.0 with Host", "GET /old HTTP/1.0\r\nHost: a\r\n\r\n", request("GET", "/old", "a")),
                forwarded(
                        "HTTP/1.0 with keep-alive",
                        "GET /old HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n",
                        request("GET", "/old", "a").andThen(drops("Keep-Alive"))),
                forwarded("no white space after colon", field("X:y"), keeps("X", "y")),
                forwarded("white space around a value", field("X: \t y \t "), keeps("X", "y")),
                forwarded("empty value", field("X:"), keeps("X", "")),
                forwarded("value of white space", field("X: \t "), keeps("X", "")),
                forwarded("tab inside a value", field("X: a\tb"), keeps("X", "a\tb")),
                forwarded("bytes above 127 in a value", field("X: caf\u00e9 \u00ff"), keeps("X", "caf\u00e9 \u00ff")),
                forwarded("empty expectation", field("Expect:"), drops("Expect")),
                forwarded("empty list of expectations", field("Expect: , \t,"), drops("Expect")),
                forwarded(
                        "expectation in a list",
                        post("Expect: ,100-Continue ,\t, 100-continue,\r\nContent-Length: 5", "hello"),
                        body("hello").andThen(keeps("Expect", "100-continue"))),
                forwarded("Max-Forwards", hops("007"), keeps("Max-Forwards", "6")),
                forwarded("Max-Forwards of a GET", field("Max-Forwards: 7"), keeps("Max-Forwards", "7")),
                forwarded("UTF-8 in a value", field("X: \u00e2\u0082\u00ac"), keeps("X", "\u00e2\u0082\u00ac")),
                forwarded("colons in a value", field("X: a:b:c"), keeps("X", "a:b:c")),
                forwarded("value of colons", field("X:::"), keeps("X", "::")),
                forwarded("quotes and commas in a value", field("X: \"a, b\", c"), keeps("X", "\"a, b\", c")),
                forwarded("equal names in order", field("X: 1\r\nY: 0\r\nX: 2\r\nx: 3"), keeps("X", "1", "2", "3")),
                forwarded(
                        "every character of a token in a name",
                        field("!#$%&'*+-.^`|~09azAZ: v"),
                        keeps("!#$%&'*+-.^`|~09azAZ", "v")),
                forwarded("cookies", field("Cookie: a=1; b=2\r\nCookie: c=3"), keeps("Cookie", "a=1; b=2", "c=3")),
                forwarded("name of one letter", field("Q: v"), keeps("Q", "v")),
                forwarded("name in capitals", field("X-LOUD: v"), keeps("X-Loud", "v")),
                forwarded("Authorization", field("Authorization: Basic eDp5"), keeps("Authorization", "Basic eDp5")),
                forwarded(
                        "Range and conditions",
                        field("Range: bytes=0-1\r\nIf-None-Match: \"x\""),
                        keeps("Range", "bytes=0-1")),
                forwarded(
                        "Cache-Control and Pragma",
                        field("Cache-Control: no-cache\r\nPragma: no-cache"),
                        keeps("Pragma", "no-cache")),
                forwarded("a long value", field("X: " + "v".repeat(8000)), keeps("X", "v".repeat(8000))),
                forwarded(
                        "a hundred fields",
                        field("X: v\r\n".repeat(99) + "X: v"),
                        m -> assertThat(m.values("X")).hasSize(100)),
                forwarded(
                        "Host with port",
                        "GET /h HTTP/1.1\r\nHost: a.example:8080\r\n\r\n",
                        request("GET", "/h", "a.example:8080")),
                forwarded(
                        "Host as IPv6", "GET /h HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", request("GET", "/h", "[::1]:80")),
                forwarded(
                        "Host in capitals",
                        "GET /h HTTP/1.1\r\nhost: EXAMPLE\r\n\r\n",
                        request("GET", "/h", "EXAMPLE")),
                forwarded("Host last", "GET /h HTTP/1.1\r\nX: y\r\nHost: a\r\n\r\n", request("GET", "/h", "a")),
                forwarded(
                        "Host with underscore", "GET /h HTTP/1.1\r\nHost: a_b\r\n\r\n", request("GET", "/h", "a_b"))));
        for (String hops :
                List.of("2147483647", "2147483648", "9223372036854775807", "9223372036854775808", "9".repeat(99))) {
            cases.add(forwarded("Max-Forwards " + hops, hops(hops), keeps("Max-Forwards", "2147483646")));
        }
        for (String hops : List.of("", "-1", "7 7", "x")) {
            cases.add(forwarded("Max-Forwards '" + hops + "'", hops(hops), keeps("Max-Forwards", hops)));
        }
        for (String method : List.of(
                "GET",
                "DELETE",
                "OPTIONS",
                "PATCH",
                "PROPFIND",
                "get",
                "Get",
                "M-SEARCH",
                "X",
                "A!#$%&'*+-.^_`|~9",
                "GETS",
                "HEADER")) {
            cases.add(forwarded("method " + method, get(method + " /m HTTP/1.1"), request(method, "/m", "a")));
        }
        return cases;
    }

    static List<RequestCase> targets() {
        List<RequestCase> cases = new ArrayList<>(List.of(
                forwarded("asterisk", get("OPTIONS * HTTP/1.1"), request("OPTIONS", "*", "a")),
                forwarded("absolute target", get("GET http://a/t HTTP/1.1"), request("GET", "/t", "a")),
                forwarded(
                        "absolute target wins over Host",
                        "GET http://real/t HTTP/1.1\r\nHost: fake\r\n\r\n",
                        request("GET", "/t", "real")),
                forwarded(
                        "absolute target with port wins",
                        "GET http://real:81/t HTTP/1.1\r\nHost: real\r\n\r\n",
                        request("GET", "/t", "real:81")),
                forwarded("absolute target without path", get("GET http://a HTTP/1.1"), request("GET", "/", "a")),
                forwarded(
                        "absolute target without path but query",
                        get("GET http://a?x=1 HTTP/1.1"),
                        request("GET", "/?x=1", "a")),
                forwarded("absolute target in capitals", get("GET HTTP://a/t HTTP/1.1"), request("GET", "/t", "a")),
                forwarded("absolute target in HTTP/1.0", "GET http://a/t HTTP/1.0\r\n\r\n", request("GET", "/t", "a")),
                forwarded(
                        "absolute target for OPTIONS without path",
                        get("OPTIONS http://a HTTP/1.1"),
                        request("OPTIONS", "*", "a")),
                forwarded(
                        "a long target",
                        get("GET /" + "t".repeat(8000) + " HTTP/1.1"),
                        request("GET", "/" + "t".repeat(8000), "a"))));
        for (String target : List.of(
                "/",
                "//",
                "//double/slash",
                "/a//b",
                "/./a",
                "/../a",
                "/a/../../b",
                "/%2e%2e/a",
                "/%00",
                "/%2F",
                "/a%20b",
                "/a;b=c",
                "/?",
                "/?a=b&c=d",
                "/??",
                "/a?b?c",
                "/a?b/c",
                "/a:b",
                "/a@b",
                "/http://a/",
                "/~a",
                "/a+b",
                "/a=b",
                "/!$&'()*+,;=",
                "/a?x=http://b/",
                "/a..;/b",
                "/*",
                "/%ff")) {
            cases.add(forwarded("target " + target, get("GET " + target + " HTTP/1.1"), request("GET", target, "a")));
        }
        return cases;
    }

    static List<RequestCase> bodies() {
        String big = "0123456789abcdef".repeat(1024);
        List<RequestCase> cases = new ArrayList<>(List.of(
                forwarded("body by length", post("Content-Length: 5", "hello"), body("hello")),
                forwarded("body of no bytes", post("Content-Length: 0", ""), body("")),
                forwarded(
                        "POST without body or length",
                        "POST /p HTTP/1.1\r\nHost: a\r\n\r\n",
                        request("POST", "/p", "a").andThen(body(""))),
                forwarded("white space around a length", post("Content-Length: \t 5 \t", "hello"), body("hello")),
                forwarded("length in other case", post("cOnTeNt-LeNgTh:5", "hello"), body("hello")),
                forwarded(
                        "body of a request",
                        post("Content-Length: 35", "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"),
                        body("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")),
                forwarded("body of all bytes", post("Content-Length: 256", allBytes()), body(allBytes())),
                forwarded("body of 16 kB", post("Content-Length: 16384", big), body(big)),
                forwarded("body on GET", "GET /g HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", body("hello")),
                forwarded(
                        "chunked body on GET",
                        "GET /g HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + Wire.chunked("hello", 2),
                        body("hello")),
                forwarded(
                        "body on DELETE",
                        "DELETE /g HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
                        body("hello")),
                forwarded(
                        "body on OPTIONS",
                        "OPTIONS /g HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
                        body("hello")),
                forwarded(
                        "body on HEAD", "HEAD /g HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", body("hello")),
                forwarded(
                        "body by length in HTTP/1.0",
                        "POST /p HTTP/1.0\r\nContent-Length: 5\r\n\r\nhello",
                        body("hello")),
                forwarded("PUT", "PUT /p HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", body("hello")),
                forwarded(
                        "chunked of 16 kB in one chunk",
                        post("Transfer-Encoding: chunked", Wire.chunked(big, 16384)),
                        body(big)),
                forwarded(
                        "chunked of 16 kB in small chunks",
                        post("Transfer-Encoding: chunked", Wire.chunked(big, 17)),
                        body(big)),
                forwarded(
                        "chunked with trailers",
                        post("Transfer-Encoding: chunked\r\nTrailer: X-T", "5\r\nhello\r\n0\r\nX-T: y\r\n\r\n"),
                        body("hello")),
                forwarded(
                        "chunked body that looks like chunks",
                        post("Transfer-Encoding: chunked", "a\r\n0\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n"),
                        body("0\r\n\r\n0\r\n\r\n"))));
        for (String coding : List.of("chunked", "Chunked", "CHUNKED", " \tchunked\t ")) {
            cases.add(forwarded(
                    "coding '" + coding + "'",
                    post("Transfer-Encoding: " + coding, Wire.chunked("hello", 5)),
                    body("hello")));
        }
        for (String line : List.of(
                "5",
                "05",
                "0005",
                "5;a",
                "5;a=b",
                "5; a=b",
                "5 ;a=b",
                "5;a=\"b\"",
                "5;a=\"b;c\"",
                "5;a=\"b\\\"c\"",
                "5;a=\"\"",
                "5;a;b",
                "5;a=b;c=d",
                "5;a = b",
                "5\t;\ta",
                "5;a=\"\\\\\"",
                "5;!#$%&'*+-.^_`|~=x",
                "5;a=\" \t\"")) {
            cases.add(forwarded(
                    "chunk line " + line,
                    post("Transfer-Encoding: chunked", line + "\r\nhello\r\n0\r\n\r\n"),
                    body("hello")));
        }
        for (String last : List.of("0", "00", "000000", "0;a", "0;a=b", "0 ;a=\"b\"")) {
            cases.add(forwarded(
                    "last chunk " + last,
                    post("Transfer-Encoding: chunked", "5\r\nhello\r\n" + last + "\r\n\r\n"),
                    body("hello")));
        }
        for (String hex : List.of("A", "a", "0A", "00a")) {
            cases.add(forwarded(
                    "hexadecimal chunk size " + hex,
                    post("Transfer-Encoding: chunked", hex + "\r\n0123456789\r\n0\r\n\r\n"),
                    body("0123456789")));
        }
        for (String trailer : List.of(
                "Content-Length: 5",
                "Transfer-Encoding: chunked",
                "Host: evil",
                "Connection: close",
                "X-Forwarded-For: 6.6.6.6",
                "Content-Encoding: gzip",
                "Authorization: x",
                "Expect: 100-continue",
                "Upgrade: x",
                "TE: trailers",
                "Set-Cookie: a=b")) {
            String name = trailer.substring(0, trailer.indexOf(':'));
            cases.add(forwarded(
                    "forbidden trailer " + name,
                    post("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n" + trailer + "\r\n\r\n"),
                    body("hello")
                            .andThen(m -> assertThat(m.values("Host")).containsExactly("a"))
                            .andThen(m -> assertThat(m.fields())
                                    .noneMatch(f -> f.value().contains("evil")
                                            || f.value().equals("6.6.6.6")))));
        }
        return cases;
    }

    private static String allBytes() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 256; i++) {
            all.append((char) i);
        }
        return all.toString();
    }

    static List<RequestCase> hopByHop() {
        return List.of(
                forwarded(
                        "nine gateways of this kind before",
                        field("Via: 1.1 evenkeel" + ", 1.1 evenkeel".repeat(8)),
                        m -> assertThat(m.values("Via")).as("Via").hasSize(2)),
                forwarded(
                        "nominated field",
                        field("Connection: X-Secret\r\nX-Secret: s\r\nX: y"),
                        drops("X-Secret").andThen(keeps("X", "y"))),
                forwarded(
                        "nominated field in other case",
                        field("X-Secret: s\r\nconnection: x-sECRET"),
                        drops("X-Secret")),
                forwarded(
                        "several nominated fields",
                        field("Connection: X-One, X-Two\r\nX-One: 1\r\nX-Two: 2"),
                        drops("X-One", "X-Two")),
                forwarded(
                        "nominated in several lines",
                        field("Connection: X-One\r\nX-One: 1\r\nConnection: X-Two\r\nX-Two: 2"),
                        drops("X-One", "X-Two")),
                forwarded("nominated with empty elements", field("Connection: , ,X-One,,\r\nX-One: 1"), drops("X-One")),
                forwarded(
                        "nominated without spaces",
                        field("Connection: keep-alive,X-One,X-Two\r\nX-One: 1\r\nX-Two: 2"),
                        drops("X-One", "X-Two")),
                forwarded("nominated beside close", field("Connection: close, X-One\r\nX-One: 1"), drops("X-One")),
                forwarded(
                        "nominated field that repeats",
                        field("Connection: X-One\r\nX-One: 1\r\nX-One: 2"),
                        drops("X-One")),
                forwarded(
                        "nominated name that is part of another",
                        field("Connection: X-One\r\nX-One-More: 1\r\nX-On: 2"),
                        keeps("X-One-More", "1").andThen(keeps("X-On", "2"))),
                forwarded(
                        "nominated field in trailers",
                        post(
                                "Connection: X-One, close\r\nTransfer-Encoding: chunked\r\nConnection: X-Two",
                                "5\r\nhello\r\n0\r\nX-One: 1\r\nX-One-More: 2\r\nx-tWO: 3\r\n\r\n"),
                        body("hello").andThen(trailers(new Message.Field("X-One-More", "2")))),
                forwarded(
                        "nominated fields in trailers, too many to remember",
                        post(
                                "Connection: " + ", X-One".repeat(65) + "\r\nTransfer-Encoding: chunked",
                                "5\r\nhello\r\n0\r\nX: 1\r\n\r\n"),
                        body("hello").andThen(trailers())),
                forwarded("nominated field that is not there", field("Connection: X-None\r\nX: y"), keeps("X", "y")),
                forwarded(
                        "nominated with tabs",
                        field("Connection:\tX-One\t,\tX-Two\r\nX-One: 1\r\nX-Two: 2"),
                        drops("X-One", "X-Two")),
                forwarded("Keep-Alive", field("Keep-Alive: timeout=5"), drops("Keep-Alive")),
                forwarded("Proxy-Connection", field("Proxy-Connection: keep-alive"), drops("Proxy-Connection")),
                forwarded("TE without nomination", field("TE: gzip, deflate"), drops("TE")),
                forwarded("TE trailers", field("TE: trailers\r\nConnection: TE"), drops("TE")),
                forwarded("TE gzip nominated", field("TE: gzip\r\nConnection: TE"), drops("TE")),
                forwarded("Upgrade without nomination", field("Upgrade: websocket"), drops("Upgrade")),
                forwarded(
                        "Upgrade of HTTP/1.0",
                        "GET /f HTTP/1.0\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
                        drops("Upgrade")),
                forwarded(
                        "h2c upgrade with settings",
                        field(
                                "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA"),
                        drops("HTTP2-Settings", "Upgrade")),
                forwarded(
                        "Connection names Host",
                        field("Connection: Host"),
                        m -> assertThat(m.values("Host")).containsExactly("a")),
                forwarded(
                        "Connection names Content-Length",
                        post("Connection: Content-Length\r\nContent-Length: 5", "hello"),
                        body("hello")),
                forwarded(
                        "Connection names Transfer-Encoding",
                        post("Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked", Wire.chunked("hello", 5)),
                        body("hello")),
                forwarded(
                        "Connection names X-Forwarded-For",
                        field("Connection: X-Forwarded-For\r\nX-Forwarded-For: 6.6.6.6"),
                        keeps("X-Forwarded-For", "127.0.0.1")),
                forwarded("Connection names Forwarded and Via", field("Connection: Forwarded, Via"), m -> {
                    assertThat(m.value("Forwarded")).contains("127.0.0.1");
                    assertThat(m.has("Via")).isTrue();
                }),
                forwarded(
                        "Connection names Expect",
                        post("Connection: Expect\r\nExpect: 100-continue\r\nContent-Length: 5", "hello"),
                        body("hello").andThen(drops("Expect"))),
                forwarded(
                        "Connection names Max-Forwards",
                        "OPTIONS /o HTTP/1.1\r\nHost: a\r\nMax-Forwards: 7\r\nConnection: Max-Forwards\r\n\r\n",
                        drops("Max-Forwards")),
                forwarded(
                        "Connection names Max-Forwards of a GET",
                        field("Connection: Max-Forwards\r\nMax-Forwards: 7"),
                        drops("Max-Forwards")),
                forwarded("Connection names Cookie", field("Connection: Cookie\r\nCookie: a=b"), drops("Cookie")),
                forwarded("Connection names itself", field("Connection: Connection"), drops("Connection")),
                forwarded("Connection is not a list of tokens", field("Connection: a b; \"c"), drops("Connection")));
    }

    static List<RequestCase> spoofs(Cover cover) {
        List<RequestCase> cases = new ArrayList<>(List.of(
                forwarded("fields of the dispatcher", field("X: y"), m -> {
                    keeps("X-Forwarded-For", "127.0.0.1").accept(m);
                    keeps("X-Forwarded-Proto", cover.scheme()).accept(m);
                    keeps("X-Forwarded-Host", "a").accept(m);
                    keeps("X-Forwarded-Port", cover.usualPort()).accept(m);
                    assertThat(m.values("Forwarded")).hasSize(1);
                    assertThat(m.value("Forwarded").toLowerCase(Locale.ROOT))
                            .contains("for=127.0.0.1")
                            .contains("proto=" + cover.scheme() + ";")
                            .containsPattern("host=\"?a\"?");
                    assertThat(m.value("Via")).startsWith("1.1 ");
                }),
                forwarded(
                        "Via of HTTP/1.0",
                        "GET /f HTTP/1.0\r\nHost: a\r\n\r\n",
                        m -> assertThat(m.value("Via")).startsWith("1.0 ")),
                forwarded(
                        "Via is appended",
                        field("Via: 1.0 fred, 1.1 p.example"),
                        m -> assertThat(m.value("Via")).startsWith("1.0 fred, 1.1 p.example, 1.1 ")),
                forwarded(
                        "spoofed X-Forwarded-For",
                        field("X-Forwarded-For: 6.6.6.6"),
                        keeps("X-Forwarded-For", "127.0.0.1")),
                forwarded(
                        "spoofed X-Forwarded-For twice",
                        field("X-Forwarded-For: 6.6.6.6\r\nx-fORWARDED-fOR: 7.7.7.7"),
                        keeps("X-Forwarded-For", "127.0.0.1")),
                forwarded("empty X-Forwarded-For", field("X-Forwarded-For:"), keeps("X-Forwarded-For", "127.0.0.1")),
                forwarded(
                        "spoofed X-Forwarded-Proto",
                        field("X-Forwarded-Proto: gopher"),
                        keeps("X-Forwarded-Proto", cover.scheme())),
                forwarded("spoofed X-Forwarded-Host", field("X-Forwarded-Host: evil"), keeps("X-Forwarded-Host", "a")),
                forwarded(
                        "spoofed X-Forwarded-Port",
                        field("X-Forwarded-Port: 666"),
                        keeps("X-Forwarded-Port", cover.usualPort())),
                forwarded(
                        "spoofed Forwarded",
                        field("Forwarded: for=6.6.6.6;proto=gopher"),
                        m -> assertThat(m.value("Forwarded"))
                                .doesNotContain("6.6.6.6")
                                .doesNotContain("gopher")
                                .contains("127.0.0.1")),
                forwarded(
                        "Host that would break Forwarded",
                        "GET /f HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
                        m -> assertThat(m.value("Forwarded").toLowerCase(Locale.ROOT))
                                .contains("host=\"[::1]:80\""))));
        for (String name : List.of(
                "X_Forwarded_For", "X-Forwarded_For", "X_Forwarded_Proto", "X_Forwarded_Host", "X_Forwarded_Port")) {
            cases.add(forwarded(
                    "spoofed " + name,
                    field(name + ": 6.6.6.6"),
                    m -> assertThat(m.fields()).noneMatch(f -> f.value().equals("6.6.6.6"))));
        }
        return cases;
    }

    /** Choices that the grammar leaves a recipient, as ours makes them: refuse, or forward in one meaning only. */
    static List<RequestCase> choices() {
        List<RequestCase> cases = new ArrayList<>(List.of(
                refused("two equal lengths", 400, post("Content-Length: 5\r\nContent-Length: 5", "hello")),
                refused("list of equal lengths", 400, post("Content-Length: 5, 5", "hello")),
                refused("list of equal lengths without space", 400, post("Content-Length: 5,5", "hello")),
                forwarded("length with leading zeros", post("Content-Length: 0005", "hello"), body("hello")),
                forwarded(
                        "length with many leading zeros",
                        post("Content-Length: " + "0".repeat(40) + "5", "hello"),
                        body("hello")),
                refused("length as list with empty element", 400, post("Content-Length: 5,", "hello")),
                refused("length as list with empty first", 400, post("Content-Length: ,5", "hello")),
                refused(
                        "coding with empty element",
                        400,
                        post("Transfer-Encoding: chunked,", Wire.chunked("hello", 5))),
                refused(
                        "coding with empty first element",
                        400,
                        post("Transfer-Encoding: , chunked", Wire.chunked("hello", 5))),
                forwarded(
                        "name like a length", post("Content_Length: 50\r\nContent-Length: 5", "hello"), body("hello")),
                forwarded(
                        "name like a coding",
                        post("Transfer_Encoding: chunked\r\nContent-Length: 5", "hello"),
                        body("hello")),
                forwarded("HTTP/1.2", get("GET /v HTTP/1.2"), request("GET", "/v", "a")),
                forwarded("HTTP/1.9", get("GET /v HTTP/1.9"), request("GET", "/v", "a")),
                forwarded(
                        "many CRLF before the request line",
                        "\r\n".repeat(20) + get("GET /crlf HTTP/1.1"),
                        request("GET", "/crlf", "a")),
                refused("LF before the request line", 400, "\n" + get("GET /lf HTTP/1.1")),
                refused("user in absolute target", 400, get("GET http://u:p@a/t HTTP/1.1")),
                forwarded("https as absolute target", get("GET https://a/t HTTP/1.1"), request("GET", "/t", "a")),
                refused("ftp as absolute target", 400, get("GET ftp://a/t HTTP/1.1")),
                forwarded("TRACE", get("TRACE /t HTTP/1.1"), request("TRACE", "/t", "a")),
                refused("TRACE with body", 400, "TRACE /t HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"),
                refused("empty Host", 400, "GET /h HTTP/1.1\r\nHost:\r\n\r\n"),
                forwarded("Host with empty port", "GET /h HTTP/1.1\r\nHost: a:\r\n\r\n", request("GET", "/h", "a:")),
                refused("Host with port above 65535", 400, "GET /h HTTP/1.1\r\nHost: a:99999\r\n\r\n"),
                forwarded("Host with percent", "GET /h HTTP/1.1\r\nHost: a%20b\r\n\r\n", request("GET", "/h", "a%20b")),
                forwarded("bare percent in target", get("GET /a%b HTTP/1.1"), request("GET", "/a%b", "a"))));
        for (char c : "\\^`{|}[]".toCharArray()) {
            cases.add(forwarded(
                    "character " + c + " in target",
                    get("GET /a" + c + "b HTTP/1.1"),
                    request("GET", "/a" + c + "b", "a")));
        }
        for (char c : "\"<>".toCharArray()) {
            cases.add(refused("character " + c + " in target", 400, get("GET /a" + c + "b HTTP/1.1")));
        }
        for (int c : new int[] {1, 7, 8, 11, 12, 27, 31, 127}) {
            cases.add(refused("byte " + c + " in a value", 400, field("X: a" + (char) c + "b")));
        }
        return cases;
    }
}
