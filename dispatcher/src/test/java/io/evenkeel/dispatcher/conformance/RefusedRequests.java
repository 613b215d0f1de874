// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static io.evenkeel.dispatcher.conformance.RequestCase.refused;
import static io.evenkeel.dispatcher.conformance.RequestCase.refusedBody;

import java.util.ArrayList;
import java.util.List;

/** Requests that must be refused before anything of them reaches a node. */
public final class RefusedRequests {

    private static final String SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";

    private RefusedRequests() {}

    public static List<RequestCase> all() {
        List<RequestCase> cases = new ArrayList<>();
        cases.addAll(requestLines());
        cases.addAll(targets());
        cases.addAll(hosts());
        cases.addAll(fieldLines());
        cases.addAll(lengths());
        cases.addAll(codings());
        cases.addAll(chunks());
        cases.addAll(expectations());
        return cases;
    }

    private static String get(String requestLine) {
        return requestLine + "\r\nHost: a\r\n\r\n";
    }

    private static String field(String line) {
        return "GET / HTTP/1.1\r\nHost: a\r\n" + line + "\r\n\r\n";
    }

    private static String post(String fields, String body) {
        return "POST /p HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n\r\n" + body;
    }

    private static String chunkedPost(String body) {
        return post("Transfer-Encoding: chunked", body);
    }

    static List<RequestCase> expectations() {
        return List.of(
                refused("unknown expectation", 417, field("Expect: 200-maybe")),
                refused("unknown expectation in a list", 417, field("Expect: 100-continue, 200-maybe")),
                refused("unknown expectation in a second line", 417, field("Expect: 100-continue\r\nExpect: a=b")),
                refused("expectation with a parameter", 417, field("Expect: 100-continue;a=b")),
                refused("expectations without a comma", 417, field("Expect: 100-continue 100-continue")),
                refused("unknown expectation without Host", 400, "GET / HTTP/1.1\r\nExpect: 200-maybe\r\n\r\n"),
                refused("unknown expectation, bad length", 400, post("Expect: a\r\nContent-Length: x", "hello")));
    }

    static List<RequestCase> requestLines() {
        List<RequestCase> cases = new ArrayList<>(List.of(
                refused("two spaces after the method", 400, get("GET  / HTTP/1.1")),
                refused("two spaces before the version", 400, get("GET /  HTTP/1.1")),
                refused("space before the method", 400, get(" GET / HTTP/1.1")),
                refused("space after the version", 400, get("GET / HTTP/1.1 ")),
                refused("tab after the version", 400, get("GET / HTTP/1.1\t")),
                refused("tabs for spaces", 400, get("GET\t/\tHTTP/1.1")),
                refused("vertical tab for space", 400, get("GET\u000b/\u000bHTTP/1.1")),
                refused("form feed for space", 400, get("GET\f/\fHTTP/1.1")),
                refused("no version", 400, get("GET /")),
                refused("no version, HTTP/0.9", 400, "GET /\r\n\r\n"),
                refused("no target", 400, get("GET HTTP/1.1")),
                refused("empty target", 400, get("GET  HTTP/1.1")),
                refused("method only", 400, get("GET")),
                refused("four parts", 400, get("GET / HTTP/1.1 X")),
                refused("bare LF after request line", 400, "GET / HTTP/1.1\nHost: a\r\n\r\n"),
                refused("bare CR after request line", 400, "GET / HTTP/1.1\rHost: a\r\n\r\n"),
                refused("CR CR LF after request line", 400, "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n"),
                refused("bare CR in target", 400, get("GET /\ra HTTP/1.1")),
                refused("bare LF in target", 400, get("GET /\na HTTP/1.1")),
                refused("request line of only LF lines", 400, "GET / HTTP/1.1\nHost: a\n\n"),
                refused(
                        "bytes of TLS",
                        400,
                        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n"),
                refused("NUL first", 400, "\u0000GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
                refused("UTF-8 byte order mark first", 400, "\u00ef\u00bb\u00bfGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
                refused("a response as request", 400, "HTTP/1.1 200 OK\r\nHost: a\r\n\r\n"),
                refused("HTTP/2.0 that is no preface", 505, "PRI /a HTTP/2.0\r\nHost: shop\r\n\r\n")));
        for (String other : List.of("HTTP/0.9", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9")) {
            cases.add(refused("version " + other, 505, get("GET / " + other)));
        }
        for (String bad : List.of(
                "HTTP/2",
                "HTTP/1",
                "HTTP/1.",
                "HTTP/.1",
                "HTTP/1.1.1",
                "HTTP/11",
                "HTTP/1.10",
                "HTTP/01.1",
                "HTTP/1,1",
                "HTTP/1.x",
                "HTTP/-1.1",
                "HTTP/+1.1",
                "HTTP/1.1x",
                "http/1.1",
                "Http/1.1",
                "HTTPS/1.1",
                "XTTP/1.1",
                "HTTP1.1",
                "HTTP/1.1\u0000",
                "HTTP /1.1",
                "HTTP/ 1.1",
                "HTTP\\1.1",
                "ICY/1.1")) {
            cases.add(refused("version " + bad.replace('\u0000', '0'), 400, get("GET / " + bad)));
        }
        for (String bad : List.of(
                "GE(T",
                "GET)",
                "G<T",
                "G>T",
                "G@T",
                "G,T",
                "G;T",
                "G:T",
                "G\\T",
                "G\"T\"",
                "G/T",
                "G[T",
                "G]T",
                "G?T",
                "G=T",
                "{GET}",
                "G\u0000T",
                "G\u007fT",
                "G\u00e9T",
                "G\u0001T")) {
            cases.add(refused("method " + visible(bad), 400, get(bad + " / HTTP/1.1")));
        }
        return cases;
    }

    static List<RequestCase> targets() {
        List<RequestCase> cases = new ArrayList<>(List.of(
                refused("relative target", 400, get("GET index.html HTTP/1.1")),
                refused("query as target", 400, get("GET ?a=b HTTP/1.1")),
                refused("asterisk for GET", 400, get("GET * HTTP/1.1")),
                refused("asterisk and more for OPTIONS", 400, get("OPTIONS *a HTTP/1.1")),
                refused("authority for GET", 400, get("GET a:80 HTTP/1.1")),
                refused("space in target", 400, get("GET /a b HTTP/1.1")),
                refused("fragment in target", 400, get("GET /a#b HTTP/1.1")),
                refused("absolute target without host", 400, get("GET http:///a HTTP/1.1")),
                refused("absolute target without anything", 400, get("GET http:// HTTP/1.1")),
                refused("absolute target with port and no host", 400, get("GET http://:80/ HTTP/1.1")),
                refused("absolute target with one slash", 400, get("GET http:/a HTTP/1.1")),
                refused("absolute target with bad port", 400, get("GET http://a:8x/ HTTP/1.1")),
                refused("absolute target with fragment", 400, get("GET http://a/#b HTTP/1.1")),
                refused("absolute target without Host field", 400, "GET http://a/ HTTP/1.1\r\n\r\n"),
                refused("backslash as path", 400, get("GET \\a HTTP/1.1")),
                refused("CONNECT", 405, "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n"),
                refused("CONNECT with bytes behind", 405, "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n" + SMUGGLED),
                refused("CONNECT to a path", 405, get("CONNECT /a HTTP/1.1")),
                refused("CONNECT without port", 405, get("CONNECT a HTTP/1.1")),
                refused("CONNECT without Host", 400, "CONNECT a:443 HTTP/1.1\r\n\r\n"),
                refused("CONNECT with a bad Host", 400, "CONNECT a:443 HTTP/1.1\r\nHost: a b\r\n\r\n"),
                refused("CONNECT without Host in HTTP/1.0", 405, "CONNECT a:443 HTTP/1.0\r\n\r\n")));
        for (int c : new int[] {0, 1, 7, 8, 9, 11, 12, 14, 27, 31, 127, 128, 160, 255}) {
            cases.add(refused("byte " + c + " in target", 400, get("GET /a" + (char) c + "b HTTP/1.1")));
        }
        return cases;
    }

    static List<RequestCase> hosts() {
        List<RequestCase> cases = new ArrayList<>(List.of(
                refused("no Host", 400, "GET / HTTP/1.1\r\n\r\n"),
                refused("no Host but other fields", 400, "GET / HTTP/1.1\r\nX: y\r\nAccept: */*\r\n\r\n"),
                refused("two Hosts", 400, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
                refused("two equal Hosts", 400, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
                refused("two Hosts of other case", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: y\r\nhOST: a\r\n\r\n"),
                refused("two Hosts, one empty", 400, "GET / HTTP/1.1\r\nHost: a\r\nHost:\r\n\r\n"),
                refused("two Hosts in HTTP/1.0", 400, "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
                refused("two Hosts, absolute target", 400, "GET http://a/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
                refused("bad Host, absolute target", 400, "GET http://a/ HTTP/1.1\r\nHost: a b\r\n\r\n"),
                refused("Host and spaced Host", 400, "GET / HTTP/1.1\r\nHost: a\r\nHost : b\r\n\r\n"),
                refused("Host and folded Host", 400, "GET / HTTP/1.1\r\nHost: a\r\n Host: b\r\n\r\n"),
                refused("Host only as folded line", 400, "GET / HTTP/1.1\r\n Host: a\r\n\r\n")));
        for (String bad : List.of(
                "a, b",
                "a,b",
                "a b",
                "a/b",
                "a@b",
                "u:p@a",
                "a:port",
                "a:-1",
                "a:+80",
                "a:80:80",
                "a:8 0",
                "[::1",
                "::1",
                "[::1]x",
                "a\\b",
                "a?b",
                "a#b",
                "http://a",
                "a\u0000",
                "a\u0001b",
                "a\u00e9",
                "a\tb",
                "a\"b",
                "<a>",
                "a{b}",
                "a|b",
                "a^b",
                "[::1]:x",
                "]",
                "[]x",
                "a%",
                "a%4",
                "a%zz",
                "%",
                "[1]",
                "[:]",
                "[:::]",
                "[.:.]",
                "[1::2::3]",
                "[1:2:3:4:5:6:7]",
                "[1:2:3:4:5:6:7:]",
                "[:1:2:3:4:5:6:7]",
                "[1:2:3:4:5:6:7:8:9]",
                "[1::3:4:5:6:7:8:9]",
                "[12345::]",
                "[::1.2.3]",
                "[::1.2.3.4.5]",
                "[::256.2.3.4]",
                "[::1.2.3.04]",
                "[1.2.3.4]",
                "[::1.2.3.4:5]")) {
            cases.add(refused("Host " + visible(bad), 400, "GET / HTTP/1.1\r\nHost: " + bad + "\r\n\r\n"));
        }
        return cases;
    }

    static List<RequestCase> fieldLines() {
        List<RequestCase> cases = new ArrayList<>(List.of(
                refused("space before the colon", 400, field("X : y")),
                refused("tab before the colon", 400, field("X\t: y")),
                refused("many spaces before the colon", 400, field("X   : y")),
                refused("space in the name", 400, field("X Y: z")),
                refused("no colon", 400, field("X")),
                refused("no colon but equals", 400, field("X=y")),
                refused("empty name", 400, field(": y")),
                refused("colon only", 400, field(":")),
                refused("folded line", 400, field("X: y\r\n z")),
                refused("folded line with tab", 400, field("X: y\r\n\tz")),
                refused("folded line that is empty", 400, field("X: y\r\n ")),
                refused("space before the first field", 400, "GET / HTTP/1.1\r\n X: y\r\nHost: a\r\n\r\n"),
                refused("tab before the first field", 400, "GET / HTTP/1.1\r\n\tX: y\r\nHost: a\r\n\r\n"),
                refused("folded Host", 400, "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n"),
                refused("NUL in a value", 400, field("X: a\u0000b")),
                refused("NUL at the end of a value", 400, field("X: a\u0000")),
                refused("bare CR in a value", 400, field("X: a\rb")),
                refused("bare CR and a field in a value", 400, field("X: a\rY: b")),
                refused("CR CR LF", 400, field("X: a\r")),
                refused("bare LF in a value", 400, field("X: a\nY: b")),
                refused("LF CR", 400, field("X: a\n\rY: b")),
                refused("bare LF ends one field", 400, "GET / HTTP/1.1\r\nX: y\nHost: a\r\n\r\n"),
                refused("bare LF ends the last field", 400, "GET / HTTP/1.1\r\nHost: a\n\r\n"),
                refused("bare LF ends the head", 400, "GET / HTTP/1.1\r\nHost: a\r\n\n"),
                refused("two bare LF end the head", 400, "GET / HTTP/1.1\r\nHost: a\n\n"),
                refused("CR CR ends the head", 400, "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n"),
                refused("LF CR ends the head", 400, "GET / HTTP/1.1\r\nHost: a\n\r\n\r\n"),
                refused("LF CR LF hides a request", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: y\n\r\n" + SMUGGLED),
                refused("request line as field", 400, "GET / HTTP/1.1\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")));
        for (char c : "\"(),/;<=>?@[\\]{}\u0000\u0001\u0008\u000b\u000c\u001f\u007f\u0080\u00a0\u00ff".toCharArray()) {
            cases.add(refused("byte " + (int) c + " in a name", 400, field("X" + c + "Y: z")));
        }
        return cases;
    }

    static List<RequestCase> lengths() {
        List<RequestCase> cases = new ArrayList<>();
        for (String bad : List.of(
                "+5",
                "-5",
                "-0",
                "+0",
                "0x5",
                "5.0",
                "5e0",
                "5 5",
                "5;",
                "5; a",
                "",
                "5,6",
                "5, 6",
                "6, 5",
                "5\t5",
                "five",
                "\"5\"",
                "'5'",
                "5h",
                "h5",
                "\u00ef\u00bc\u0095",
                "\u00b2",
                "5\u00a0",
                "\u000b5",
                "5\u000b",
                "5\f",
                "5\u0000",
                "\u00005",
                "5_0",
                "5'000",
                "NaN",
                "Infinity",
                "null",
                "*",
                "5/1",
                "5-5",
                "5:5",
                "=5",
                "5\r",
                "5 \u0001",
                "(5)",
                "5, -5",
                "5, five",
                "chunked",
                "true")) {
            cases.add(refused("Content-Length " + visible(bad), 400, post("Content-Length: " + bad, "hello")));
        }
        for (String huge : List.of(
                "9223372036854775808",
                "18446744073709551615",
                "18446744073709551616",
                "18446744073709551621",
                "99999999999999999999",
                "340282366920938463463374607431768211461",
                "1" + "0".repeat(100),
                "4294967296000000000005")) {
            cases.add(refused("Content-Length " + visible(huge), 400, post("Content-Length: " + huge, "hello")));
        }
        cases.addAll(List.of(
                refused("two lengths", 400, post("Content-Length: 5\r\nContent-Length: 6", "hello!")),
                refused("two lengths, lesser last", 400, post("Content-Length: 6\r\nContent-Length: 5", "hello!")),
                refused("two lengths, one zero", 400, post("Content-Length: 0\r\nContent-Length: 5", "hello")),
                refused("two lengths, one empty", 400, post("Content-Length: 5\r\nContent-Length:", "hello")),
                refused("two lengths, one bad", 400, post("Content-Length: 5\r\nContent-Length: x", "hello")),
                refused("two lengths apart", 400, post("Content-Length: 5\r\nX: y\r\ncontent-length: 7", "hello!!")),
                refused(
                        "three lengths",
                        400,
                        post("Content-Length: 5\r\nContent-Length: 5\r\nContent-Length: 6", "hello!")),
                refused("two lengths on GET", 400, field("Content-Length: 0\r\nContent-Length: 38") + SMUGGLED),
                refused("folded length", 400, post("Content-Length:\r\n 5", "hello")),
                refused("length continued by a fold", 400, post("Content-Length: 5\r\n 0", "hello")),
                refused("space before colon of length", 400, post("Content-Length : 5", "hello")),
                refused("length with NUL in name", 400, post("Content-Length\u0000: 5", "hello")),
                refused("length with CR in name", 400, post("Content-Length\r: 5", "hello")),
                refused(
                        "spaced length beside a good one",
                        400,
                        post("Content-Length: 5\r\nContent-Length : 50", "hello")),
                refused(
                        "folded length beside a good one",
                        400,
                        post("Content-Length: 5\r\n Content-Length: 50", "hello"))));
        return cases;
    }

    static List<RequestCase> codings() {
        String zero = "0\r\n\r\n";
        List<RequestCase> cases = new ArrayList<>(List.of(
                refused("CL.TE", 400, post("Content-Length: 5\r\nTransfer-Encoding: chunked", zero + SMUGGLED)),
                refused(
                        "TE.CL",
                        400,
                        post("Transfer-Encoding: chunked\r\nContent-Length: 4", "5c\r\n" + SMUGGLED + "\r\n" + zero)),
                refused("CL.0 with coding", 400, post("Content-Length: 0\r\nTransfer-Encoding: chunked", zero)),
                refused(
                        "coding and length on GET",
                        400,
                        field("Transfer-Encoding: chunked\r\nContent-Length: 5") + zero),
                refused("coding and bad length", 400, post("Transfer-Encoding: chunked\r\nContent-Length: x", zero)),
                refused("coding and empty length", 400, post("Transfer-Encoding: chunked\r\nContent-Length:", zero)),
                refused(
                        "coding of other case and length",
                        400,
                        post("tRANSFER-eNCODING: CHUNKED\r\ncONTENT-lENGTH: 5", zero)),
                refused("identity and length", 400, post("Transfer-Encoding: identity\r\nContent-Length: 5", "hello")),
                refused("unknown coding and length", 400, post("Transfer-Encoding: x\r\nContent-Length: 5", "hello")),
                refused("empty coding and length", 400, post("Transfer-Encoding:\r\nContent-Length: 5", "hello")),
                refused(
                        "coding in HTTP/1.0",
                        400,
                        "POST /p HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + zero),
                refused(
                        "coding and length in HTTP/1.0",
                        400,
                        "POST /p HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n"
                                + zero),
                refused(
                        "coding in HTTP/1.0 with keep-alive",
                        400,
                        "POST /p HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + zero),
                refused("folded coding", 400, post("Transfer-Encoding:\r\n chunked", zero)),
                refused("folded coding with tab", 400, post("Transfer-Encoding:\r\n\tchunked", zero)),
                refused(
                        "folded coding and length",
                        400,
                        post("Content-Length: 5\r\nTransfer-Encoding:\r\n chunked", zero)),
                refused("space before colon of coding", 400, post("Transfer-Encoding : chunked", zero)),
                refused("tab before colon of coding", 400, post("Transfer-Encoding\t: chunked", zero)),
                refused(
                        "spaced coding and length",
                        400,
                        post("Content-Length: 5\r\nTransfer-Encoding : chunked", zero)),
                refused("NUL in name of coding", 400, post("Transfer-Encoding\u0000: chunked", zero)),
                refused("vertical tab in name of coding", 400, post("\u000bTransfer-Encoding: chunked", zero)),
                refused("coding behind bare CR", 400, post("X: y\rTransfer-Encoding: chunked", zero)),
                refused("coding behind bare LF", 400, post("X: y\nTransfer-Encoding: chunked", zero)),
                refused(
                        "coding behind bare LF and length",
                        400,
                        post("Content-Length: 5\r\nX: y\nTransfer-Encoding: chunked", zero)),
                refused("coding on a continued line", 400, post("X: y\r\n Transfer-Encoding: chunked", zero)),
                refused(
                        "chunked then other line",
                        400,
                        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", zero)),
                refused(
                        "chunked then unknown line",
                        400,
                        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: cow", zero)),
                refused(
                        "chunked twice in lines",
                        400,
                        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", zero)),
                refused(
                        "chunked then empty line",
                        400,
                        post("Transfer-Encoding: chunked\r\nTransfer-Encoding:", "hello"))));
        for (String bad : List.of(
                "",
                "identity",
                "gzip",
                "deflate",
                "compress",
                "xchunked",
                "chunkedx",
                "chunke",
                "chunk",
                "chunked;q=1",
                "chunked; a",
                ";chunked",
                "\"chunked\"",
                "'chunked'",
                "chun ked",
                "chunked chunked",
                "chunked, chunked",
                "chunked, gzip",
                "chunked, identity",
                "identity, chunked",
                "gzip, chunked",
                "chunked, chunked, chunked",
                "chunked\u0000",
                "\u0000chunked",
                "\u000bchunked",
                "chunked\u000b",
                "\fchunked",
                "chunked\f",
                "\u00a0chunked",
                "chunked\u00a0",
                "chunked\r",
                "chu\u00f1ked",
                "chunked, x",
                "chunked=1",
                "[chunked]",
                "chunked/1",
                "c hunked",
                "chunked:",
                ":chunked",
                "chunked;",
                "x-chunked")) {
            cases.add(refused("coding " + visible(bad), 400, post("Transfer-Encoding: " + bad, zero)));
        }
        return cases;
    }

    static List<RequestCase> chunks() {
        String end = "\r\n0\r\n\r\n";
        List<RequestCase> cases = new ArrayList<>();
        for (String bad : List.of(
                "",
                "g",
                "0x5",
                "x5",
                "+5",
                "-5",
                "-0",
                " 5",
                "\t5",
                "5 ",
                "5\t",
                "5g",
                "5h",
                "5 5",
                "5,5",
                "5.0",
                "h",
                "\"5\"",
                "5\u0000",
                "\u00005",
                "5\u000b",
                "\u00b5",
                "5;",
                "5; ",
                "5;;a=b",
                "5;=b",
                "5;a=",
                "5;a=b c",
                "5;a b",
                "5;a=\"b",
                "5;a=\"b\\",
                "5;a=\"b\"c",
                "5;a=b=c",
                "5;(a)",
                "5;a\u0000=b",
                "5;a=\u0001",
                "5;a=\"\u0000\"",
                "5a=b;",
                "5:a=b",
                "5;a,b",
                "5\r",
                "5;a\r",
                "5;a=\"\r\"",
                "zz;a=b")) {
            cases.add(refusedBody("chunk line " + visible(bad), chunkedPost(bad + "\r\nhello" + end)));
        }
        for (String huge : List.of(
                "8000000000000000",
                "ffffffffffffffff",
                "10000000000000005",
                "FFFFFFFFFFFFFFFFFFFFFFFF",
                "fffffffffffffffb",
                "100000000000000000000000000000005")) {
            cases.add(refusedBody("chunk size " + huge, chunkedPost(huge + "\r\nhello" + end)));
        }
        cases.addAll(List.of(
                refusedBody("bare LF after chunk size", chunkedPost("5\nhello" + end)),
                refusedBody("bare CR after chunk size", chunkedPost("5\rhello" + end)),
                refusedBody("LF CR after chunk size", chunkedPost("5\n\rhello" + end)),
                refusedBody("bare LF ends extension", chunkedPost("5;a\nhello" + end)),
                refusedBody("bare LF in quoted extension", chunkedPost("5;a=\"\n\"\r\nhello" + end)),
                refusedBody("chunk longer than its size", chunkedPost("5\r\nhello!" + end)),
                refusedBody("chunk shorter than its size", chunkedPost("7\r\nhello" + end)),
                refusedBody("no CRLF after chunk", chunkedPost("5\r\nhello0\r\n\r\n")),
                refusedBody("bare LF after chunk", chunkedPost("5\r\nhello\n0\r\n\r\n")),
                refusedBody("bare CR after chunk", chunkedPost("5\r\nhello\r0\r\n\r\n")),
                refusedBody("two bytes after chunk that are no CRLF", chunkedPost("5\r\nhelloXX0\r\n\r\n")),
                refusedBody("space after chunk", chunkedPost("5\r\nhello \r\n0\r\n\r\n")),
                refusedBody("bare LF after last chunk", chunkedPost("5\r\nhello\r\n0\n\r\n")),
                refusedBody("bare LFs end the body", chunkedPost("5\r\nhello\r\n0\n\n")),
                refusedBody("bare LF ends the trailers", chunkedPost("5\r\nhello\r\n0\r\n\n")),
                refusedBody("bare LF ends the trailers after one", chunkedPost("5\r\nhello\r\n0\r\nX: y\n\r\n")),
                refusedBody("trailer without colon", chunkedPost("5\r\nhello\r\n0\r\nX\r\n\r\n")),
                refusedBody("trailer with space before colon", chunkedPost("5\r\nhello\r\n0\r\nX : y\r\n\r\n")),
                refusedBody("trailer with empty name", chunkedPost("5\r\nhello\r\n0\r\n: y\r\n\r\n")),
                refusedBody("folded trailer", chunkedPost("5\r\nhello\r\n0\r\nX: y\r\n z\r\n\r\n")),
                refusedBody("trailer section that starts with space", chunkedPost("5\r\nhello\r\n0\r\n X: y\r\n\r\n")),
                refusedBody("NUL in trailer", chunkedPost("5\r\nhello\r\n0\r\nX: a\u0000b\r\n\r\n")),
                refusedBody("bare CR in trailer", chunkedPost("5\r\nhello\r\n0\r\nX: a\rb\r\n\r\n")),
                refusedBody("bad name of trailer", chunkedPost("5\r\nhello\r\n0\r\nX(: y\r\n\r\n")),
                refusedBody("second chunk bad", chunkedPost("5\r\nhello\r\nz\r\nhello" + end)),
                refusedBody("second chunk without size", chunkedPost("5\r\nhello\r\n\r\nhello" + end)),
                refusedBody("endless chunk extension", chunkedPost("5;a=" + "b".repeat(200_000) + "\r\nhello" + end)),
                refusedBody("endless zeros in chunk size", chunkedPost("0".repeat(200_000) + "5\r\nhello" + end)),
                refusedBody(
                        "request hidden behind bare LF extension",
                        chunkedPost("2;\nxx\r\n4c\r\n0\r\n\r\n" + SMUGGLED))));
        return cases;
    }

    private static String visible(String text) {
        StringBuilder out = new StringBuilder("'");
        for (char c : text.length() > 60 ? text.substring(0, 60).toCharArray() : text.toCharArray()) {
            out.append(c >= 32 && c < 127 ? String.valueOf(c) : "<" + (int) c + ">");
        }
        return out.append("'").toString();
    }
}
