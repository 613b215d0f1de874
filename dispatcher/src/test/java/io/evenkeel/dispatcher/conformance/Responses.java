// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static io.evenkeel.dispatcher.conformance.ResponseCase.bad;
import static io.evenkeel.dispatcher.conformance.ResponseCase.cut;
import static io.evenkeel.dispatcher.conformance.ResponseCase.malformed;
import static io.evenkeel.dispatcher.conformance.ResponseCase.passed;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Answers of nodes, good and bad. */
public final class Responses {

    private static final String SMUGGLED = "HTTP/1.1 200 OK\r\nX-Seen: smuggled\r\nContent-Length: 4\r\n\r\nevil";

    private Responses() {}

    public static List<ResponseCase> all() {
        List<ResponseCase> cases = new ArrayList<>();
        cases.addAll(plain());
        cases.addAll(withoutBody());
        cases.addAll(interim());
        cases.addAll(hopByHop());
        cases.addAll(badHeads());
        cases.addAll(badFraming());
        cases.addAll(cutShort());
        return cases;
    }

    private static String ok(String fields, String body) {
        return "HTTP/1.1 200 OK\r\n" + fields + "\r\n\r\n" + body;
    }

    private static String withField(String line) {
        return ok("Content-Length: 5\r\n" + line, "hello");
    }

    private static Consumer<Message> hello() {
        return body("hello");
    }

    private static Consumer<Message> body(String text) {
        return m -> assertThat(m.text()).as("body").isEqualTo(text);
    }

    private static Consumer<Message> status(int status) {
        return m -> assertThat(m.status()).as("status").isEqualTo(status);
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

    static List<ResponseCase> plain() {
        String big = "0123456789abcdef".repeat(4096);
        List<ResponseCase> cases = new ArrayList<>(List.of(
                passed("by length", ok("Content-Length: 5", "hello"), hello()),
                passed("by length, empty", ok("Content-Length: 0", ""), body("")),
                passed("by length, 64 kB", ok("Content-Length: 65536", big), body(big)),
                passed("by length, closing", ok("Content-Length: 5\r\nConnection: close", "hello"), hello())
                        .closing(),
                passed("chunked", ok("Transfer-Encoding: chunked", Wire.chunked("hello", 2)), hello()),
                passed("chunked, empty", ok("Transfer-Encoding: chunked", "0\r\n\r\n"), body("")),
                passed("chunked, 64 kB", ok("Transfer-Encoding: chunked", Wire.chunked(big, 1000)), body(big)),
                passed("chunked in capitals", ok("TRANSFER-ENCODING: CHUNKED", Wire.chunked("hello", 5)), hello()),
                passed(
                        "chunked with extensions",
                        ok("Transfer-Encoding: chunked", "5;a=b;c=\"d\"\r\nhello\r\n0;e\r\n\r\n"),
                        hello()),
                passed(
                        "chunked with trailers",
                        ok("Trailer: X-T\r\nTransfer-Encoding: chunked", "5\r\nhello\r\n0\r\nX-T: y\r\n\r\n"),
                        hello()),
                passed(
                                "chunked, closing",
                                ok("Transfer-Encoding: chunked\r\nConnection: close", Wire.chunked("hello", 5)),
                                hello())
                        .closing(),
                passed("to the end of the connection", ok("X: y", "hello"), hello())
                        .closing(),
                passed("to the end of the connection, empty", ok("X: y", ""), body(""))
                        .closing(),
                passed("to the end of the connection, 64 kB", ok("Connection: close", big), body(big))
                        .closing(),
                passed("HTTP/1.0 to the end", "HTTP/1.0 200 OK\r\n\r\nhello", hello())
                        .closing(),
                passed("HTTP/1.0 by length", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello", hello())
                        .closing(),
                passed(
                        "HTTP/1.0 with keep-alive",
                        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello",
                        hello()),
                passed(
                        "HTTP/1.0 that lies about closing",
                        "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello",
                        hello()),
                passed("no reason phrase", "HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\nhello", hello()),
                passed(
                        "long reason phrase",
                        "HTTP/1.1 200 A b c - d! \u00e9\r\nContent-Length: 5\r\n\r\nhello",
                        hello()),
                passed(
                        "Set-Cookie lines stay apart",
                        withField("Set-Cookie: a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT\r\nSet-Cookie: b=2"),
                        keeps("Set-Cookie", "a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT", "b=2")),
                passed(
                        "field values as they are",
                        withField("X: a\tb, \"c\", \u00e9\r\nY:\r\nETag: W/\"x\""),
                        keeps("X", "a\tb, \"c\", \u00e9")
                                .andThen(keeps("Y", ""))
                                .andThen(keeps("ETag", "W/\"x\""))),
                passed(
                        "Location untouched",
                        "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/x\r\nContent-Length: 0\r\n\r\n",
                        keeps("Location", "http://127.0.0.1:1/x")),
                passed(
                        "body that looks like an answer",
                        ok("Content-Length: " + SMUGGLED.length(), SMUGGLED),
                        body(SMUGGLED)),
                passed(
                        "load report is not for the client",
                        withField("endpoint-load-metrics: TEXT cpu_utilization=0.5"),
                        drops("endpoint-load-metrics")),
                passed(
                        "Date and Server of the node",
                        withField("Date: Mon, 01 Jan 2024 00:00:00 GMT\r\nServer: s"),
                        keeps("Date", "Mon, 01 Jan 2024 00:00:00 GMT").andThen(keeps("Server", "s"))),
                passed(
                        "a hundred fields",
                        withField("X: v\r\n".repeat(99) + "X: v"),
                        m -> assertThat(m.values("X")).hasSize(100)),
                passed("answer to POST", "POST", ok("Content-Length: 5", "hello"), hello()),
                passed("more bytes behind a length", ok("Content-Length: 5", "hello" + SMUGGLED), hello()),
                passed("more bytes behind an empty body", ok("Content-Length: 0", SMUGGLED), body("")),
                passed(
                        "more bytes behind the last chunk",
                        ok("Transfer-Encoding: chunked", Wire.chunked("hello", 5) + SMUGGLED),
                        hello())));
        for (int status : new int[] {
            200, 201, 202, 203, 206, 226, 300, 301, 303, 307, 400, 401, 403, 404, 405, 409, 418, 429, 451, 499, 500,
            501, 502, 503, 504, 505, 599
        }) {
            cases.add(passed(
                    "status " + status,
                    "HTTP/1.1 " + status + " X\r\nContent-Length: 5\r\nX-Own: n\r\n\r\nhello",
                    status(status).andThen(hello()).andThen(keeps("X-Own", "n"))));
        }
        cases.add(passed("status 205", "HTTP/1.1 205 X\r\nContent-Length: 0\r\n\r\n", status(205)));
        return cases;
    }

    static List<ResponseCase> withoutBody() {
        return List.of(
                passed("HEAD with length", "HEAD", ok("Content-Length: 5", ""), keeps("Content-Length", "5")),
                passed("HEAD with huge length", "HEAD", ok("Content-Length: 123456789012", ""), status(200)),
                passed("HEAD chunked", "HEAD", ok("Transfer-Encoding: chunked", ""), status(200)),
                passed("HEAD without length", "HEAD", ok("X: y", ""), keeps("X", "y")),
                passed("HEAD with body", "HEAD", ok("Content-Length: 5", "hello"), status(200)),
                passed("HEAD with an answer behind", "HEAD", ok("Content-Length: 5", SMUGGLED), status(200)),
                passed("HEAD 404", "HEAD", "HTTP/1.1 404 X\r\nContent-Length: 5\r\n\r\n", status(404)),
                passed(
                        "204",
                        "HTTP/1.1 204 No Content\r\nX: y\r\n\r\n",
                        status(204).andThen(keeps("X", "y"))),
                passed("204 with body", "HTTP/1.1 204 No Content\r\n\r\nhello", status(204)),
                passed("204 with length 0", "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n", status(204)),
                passed(
                        "204 with length and body",
                        "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello",
                        status(204)),
                passed("204 with an answer behind", "HTTP/1.1 204 No Content\r\n\r\n" + SMUGGLED, status(204)),
                passed(
                        "204 chunked",
                        "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                        status(204)),
                passed("204 to POST", "POST", "HTTP/1.1 204 No Content\r\n\r\n", status(204)),
                passed(
                        "304",
                        "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n",
                        status(304).andThen(keeps("ETag", "\"x\""))),
                passed("304 with length", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", status(304)),
                passed(
                        "304 with length and body",
                        "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello",
                        status(304)),
                passed("304 chunked", "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", status(304)),
                passed("304 with an answer behind", "HTTP/1.1 304 Not Modified\r\n\r\n" + SMUGGLED, status(304)));
    }

    static List<ResponseCase> interim() {
        String end = ok("Content-Length: 5", "hello");
        return List.of(
                passed("100 nobody asked for", "HTTP/1.1 100 Continue\r\n\r\n" + end, hello()),
                passed("102 before the answer", "HTTP/1.1 102 Processing\r\n\r\n" + end, hello()),
                passed(
                        "103 before the answer",
                        "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n" + end,
                        hello()),
                passed(
                        "several interim answers",
                        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 E\r\nLink: </a>\r\n\r\nHTTP/1.1 103 E\r\nLink: </b>\r\n\r\n"
                                + end,
                        hello()),
                passed("199 before the answer", "HTTP/1.1 199 X\r\n\r\n" + end, hello()),
                passed(
                        "interim with Connection",
                        "HTTP/1.1 103 E\r\nConnection: X-Hop\r\nX-Hop: y\r\n\r\n" + end,
                        hello()),
                passed(
                        "interim before HEAD's answer",
                        "HEAD",
                        "HTTP/1.1 103 E\r\n\r\n" + ok("Content-Length: 5", ""),
                        status(200)),
                passed("interim before 204", "HTTP/1.1 103 E\r\n\r\nHTTP/1.1 204 N\r\n\r\n", status(204)),
                passed("interim with length", "HTTP/1.1 103 E\r\nContent-Length: 5\r\n\r\n" + end, hello())
                        .closing(),
                passed("interim chunked", "HTTP/1.1 103 E\r\nTransfer-Encoding: chunked\r\n\r\n" + end, hello())
                        .closing(),
                passed("a thousand interim answers", "HTTP/1.1 103 E\r\nLink: </a>\r\n\r\n".repeat(1000) + end, hello())
                        .closing(),
                bad("interim and then the end", "HTTP/1.1 103 E\r\n\r\n"),
                bad("100 and then the end", "HTTP/1.1 100 Continue\r\n\r\n"),
                bad(
                        "101 nobody asked for",
                        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n" + SMUGGLED),
                bad("101 without Upgrade", "HTTP/1.1 101 Switching Protocols\r\n\r\n" + SMUGGLED));
    }

    static List<ResponseCase> hopByHop() {
        return List.of(
                passed("Keep-Alive", withField("Keep-Alive: timeout=5, max=100"), drops("Keep-Alive")),
                passed("Proxy-Connection", withField("Proxy-Connection: close"), drops("Proxy-Connection")),
                passed(
                        "nominated field",
                        withField("Connection: X-Hop\r\nX-Hop: y\r\nX: z"),
                        drops("X-Hop").andThen(keeps("X", "z"))),
                passed(
                        "nominated fields",
                        withField("X-One: 1\r\nconnection: x-one,X-Two\r\nX-Two: 2"),
                        drops("X-One", "X-Two")),
                passed(
                        "nominated fields in trailers",
                        ok(
                                "Connection: X-One, X-Two\r\nTransfer-Encoding: chunked",
                                "5\r\nhello\r\n0\r\nX-One: 1\r\nX: z\r\nx-tWO: 2\r\n\r\n"),
                        hello().andThen(m -> assertThat(m.trailers())
                                .extracting(Message.Field::name)
                                .doesNotContain("X-One", "x-one", "x-tWO", "x-two"))),
                passed("Upgrade offered", withField("Connection: Upgrade\r\nUpgrade: h2c"), drops("Upgrade")),
                passed(
                        "Connection names Content-Length",
                        ok("Connection: Content-Length\r\nContent-Length: 5", "hello"),
                        hello()),
                passed(
                        "Connection names Transfer-Encoding",
                        ok("Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked", Wire.chunked("hello", 5)),
                        hello()),
                passed(
                        "Connection names Set-Cookie",
                        withField("Connection: X-A\r\nSet-Cookie: a=b"),
                        keeps("Set-Cookie", "a=b")),
                passed("TE in an answer", withField("TE: gzip"), drops("TE")),
                passed(
                        "forbidden trailers",
                        ok(
                                "Transfer-Encoding: chunked",
                                "5\r\nhello\r\n0\r\nContent-Length: 9\r\nSet-Cookie: a=b\r\nConnection: close\r\n\r\n"),
                        hello().andThen(m -> assertThat(m.trailers())
                                .noneMatch(f -> f.name().equalsIgnoreCase("Content-Length")
                                        || f.name().equalsIgnoreCase("Connection")))));
    }

    static List<ResponseCase> badHeads() {
        List<ResponseCase> cases = new ArrayList<>(List.of(
                bad("nothing", ""),
                bad("garbage", "garbage\r\n\r\n"),
                bad("binary garbage", "\u0000\u0001\u0002\u0003\u00ff\u00fe\r\n\r\n"),
                bad("garbage without end of line", "x".repeat(1000)),
                bad("SSH greeting", "SSH-2.0-OpenSSH_9.2\r\n"),
                bad("HTML only", "<html><body>hello</body></html>"),
                bad("a request for an answer", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
                bad(
                        "HTTP/2 frame",
                        "\u0000\u0000\u0006\u0004\u0000\u0000\u0000\u0000\u0000\u0000\u0003\u0000\u0000\u0000d"),
                bad("space before the status line", " HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
                bad("head cut in the status line", "HTTP/1.1 200"),
                bad("head cut in a field", "HTTP/1.1 200 OK\r\nContent-Le"),
                bad("head cut before the empty line", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"),
                bad("head cut in the empty line", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r"),
                bad(
                        "head above the limit",
                        "HTTP/1.1 200 OK\r\nX: " + "v".repeat(200_000) + "\r\nContent-Length: 5\r\n\r\nhello"),
                bad("endless head", "HTTP/1.1 200 OK\r\n" + "X: v\r\n".repeat(40_000)),
                bad(
                        "endless status line",
                        "HTTP/1.1 200 " + "v".repeat(200_000) + "\r\nContent-Length: 5\r\n\r\nhello"),
                bad("name with space", withField("X Y: z")),
                bad("empty name", withField(": z")),
                bad("no colon", withField("X")),
                bad("name with NUL", withField("X\u0000: z")),
                bad("name with control character", withField("X\u0001Y: z")),
                bad("name above 127", withField("X\u00e9: z")),
                bad("name with separator", withField("X(Y): z")),
                bad("white space before the first field", "HTTP/1.1 200 OK\r\n X: y\r\nContent-Length: 5\r\n\r\nhello"),
                passed("white space before a colon", withField("X : y"), hello().andThen(keeps("X", "y"))),
                passed("tab before a colon", withField("X\t: y"), hello().andThen(keeps("X", "y"))),
                passed("white space before the colon of the length", ok("Content-Length : 5", "hello"), hello()),
                passed(
                                "white space before the colon of the coding",
                                ok("Transfer-Encoding : chunked", Wire.chunked("hello", 5)),
                                hello())
                        .closing(),
                bad("folded line", withField("X: a\r\n b")),
                bad("folded line with tab", withField("X: a\r\n\tb")),
                bad("folded length", ok("Content-Length:\r\n 5", "hello")),
                bad("folded coding", ok("Transfer-Encoding:\r\n chunked", Wire.chunked("hello", 5))),
                bad("NUL in a value", withField("X: a\u0000b")),
                bad("bare CR in a value", withField("X: a\rb")),
                bad("CR and a field in a value", withField("X: a\rSet-Cookie: evil")),
                bad("bare LF between fields", withField("X: a\nY: b")),
                bad("bare LF everywhere", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello"),
                bad("bare LF ends the head", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\nhello"),
                passed(
                                "status line without reason and space",
                                "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello",
                                hello())
                        .closing(),
                bad("CRLF before the status line", "\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
                passed("HTTP/1.2", "HTTP/1.2 200 OK\r\nContent-Length: 5\r\n\r\nhello", hello())
                        .closing(),
                bad("control character in the reason", "HTTP/1.1 200 O\u0001K\r\nContent-Length: 5\r\n\r\nhello"),
                bad("bare CR in the reason", "HTTP/1.1 200 O\rK\r\nContent-Length: 5\r\n\r\nhello"),
                bad("two spaces before the status", "HTTP/1.1  200 OK\r\nContent-Length: 5\r\n\r\nhello"),
                passed("status 600", "HTTP/1.1 600 X\r\nContent-Length: 5\r\n\r\nhello", hello())
                        .closing(),
                passed("status 999", "HTTP/1.1 999 X\r\nContent-Length: 5\r\n\r\nhello", hello())
                        .closing()));
        for (String line : List.of(
                "HTTP/2 200 OK",
                "HTTP/2.0 200 OK",
                "HTTP/0.9 200 OK",
                "http/1.1 200 OK",
                "HTTP/1.1 20 OK",
                "HTTP/1.1 2000 OK",
                "HTTP/1.1 099 OK",
                "HTTP/1.1 000 OK",
                "HTTP/1.1 2x0 OK",
                "HTTP/1.1 -200 OK",
                "HTTP/1.1 +20 OK",
                "HTTP/1.1",
                "HTTP/1.1 ",
                "HTTP/1.1 OK",
                "HTTP/1.1\t200 OK",
                "HTTP/11 200 OK",
                "ICY 200 OK",
                "HTTP/1.1 200OK",
                "HTTPS/1.1 200 OK",
                "HTTP/1. 200 OK",
                "HTTP/a.b 200 OK")) {
            cases.add(bad("status line " + line, line + "\r\nContent-Length: 5\r\n\r\nhello"));
        }
        return cases;
    }

    static List<ResponseCase> badFraming() {
        List<ResponseCase> cases = new ArrayList<>(List.of(
                bad("two lengths", ok("Content-Length: 5\r\nContent-Length: 6", "hello!")),
                bad("list of lengths", ok("Content-Length: 5, 6", "hello!")),
                bad("two equal lengths", ok("Content-Length: 5\r\nContent-Length: 5", "hello")),
                bad("list of equal lengths", ok("Content-Length: 5, 5", "hello")),
                bad(
                        "length and coding",
                        ok("Content-Length: 3\r\nTransfer-Encoding: chunked", Wire.chunked("hello", 5))),
                bad(
                        "coding and length",
                        ok("Transfer-Encoding: chunked\r\nContent-Length: 3", Wire.chunked("hello", 5))),
                bad(
                        "coding in HTTP/1.0",
                        "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Wire.chunked("hello", 5)),
                passed("length with leading zeros", ok("Content-Length: 0005", "hello"), hello())
                        .closing(),
                bad(
                        "chunked twice",
                        ok("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", Wire.chunked("hello", 5))),
                bad("identity", ok("Transfer-Encoding: identity", "hello")),
                bad("unknown coding", ok("Transfer-Encoding: x", "hello")),
                bad("chunked not last", ok("Transfer-Encoding: chunked, gzip", "hello")),
                bad("empty coding", ok("Transfer-Encoding:", "hello"))));
        for (String length : List.of(
                "x",
                "",
                "-5",
                "+5",
                "5.0",
                "5 5",
                "0x5",
                "5;",
                "99999999999999999999",
                "9223372036854775808",
                "18446744073709551621",
                "5\u00a0",
                "\u00b2",
                "\"5\"")) {
            cases.add(bad("length " + Wire.shown(Wire.bytes(length)), ok("Content-Length: " + length, "hello")));
        }
        return cases;
    }

    static List<ResponseCase> cutShort() {
        List<ResponseCase> cases = new ArrayList<>(List.of(
                cut("length not reached", ok("Content-Length: 10", "hello")),
                cut("length not begun", ok("Content-Length: 10", "")),
                cut("huge length not reached", ok("Content-Length: 1000000000000", "hello")),
                cut("one byte short", ok("Content-Length: 6", "hello")),
                cut("no chunk", ok("Transfer-Encoding: chunked", "")),
                cut("chunk size cut", ok("Transfer-Encoding: chunked", "5")),
                cut("chunk cut", ok("Transfer-Encoding: chunked", "5\r\nhel")),
                cut("no last chunk", ok("Transfer-Encoding: chunked", "5\r\nhello\r\n")),
                cut("last chunk without end", ok("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n")),
                cut("last chunk with half an end", ok("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r")),
                cut("trailers cut", ok("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\nX: y\r\n"))));
        for (String line : List.of(
                "",
                "g",
                "-5",
                "+5",
                " 5",
                "0x5",
                "5g",
                "5 5",
                "5;a=\"b",
                "ffffffffffffffffff",
                "8000000000000000",
                "5\u0000",
                "5,5")) {
            cases.add(malformed(
                    "chunk line '" + Wire.shown(Wire.bytes(line)) + "'",
                    ok("Transfer-Encoding: chunked", line + "\r\nhello\r\n0\r\n\r\n")));
        }
        cases.addAll(List.of(
                malformed("chunk longer than its size", ok("Transfer-Encoding: chunked", "5\r\nhello!\r\n0\r\n\r\n")),
                malformed("chunk shorter than its size", ok("Transfer-Encoding: chunked", "7\r\nhello\r\n0\r\n\r\n")),
                malformed(
                        "second chunk bad", ok("Transfer-Encoding: chunked", "5\r\nhello\r\nz\r\nhello\r\n0\r\n\r\n")),
                malformed("trailer without colon", ok("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\nX\r\n\r\n")),
                malformed(
                        "trailer with bare CR", ok("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\nX: a\rb\r\n\r\n")),
                malformed(
                        "endless chunk extension",
                        ok("Transfer-Encoding: chunked", "5;a=" + "b".repeat(300_000) + "\r\nhello\r\n0\r\n\r\n")),
                malformed(
                        "too many trailers",
                        ok("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n" + "X: y\r\n".repeat(1001) + "\r\n"))));
        return cases;
    }
}
