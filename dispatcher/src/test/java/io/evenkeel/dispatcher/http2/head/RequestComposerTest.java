// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.FieldBlocks;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule for requests of HTTP/2, and the head that is read by the scanner of HTTP/1.1. */
class RequestComposerTest {

    private static final String[] GET = {":method=GET", ":scheme=http", ":path=/a?b", ":authority=www.test"};
    private static final String[] CONNECT = {":method=CONNECT", ":authority=www.test:443"};
    private static final String[] WEBSOCKET = {
        ":method=CONNECT", ":protocol=websocket", ":scheme=https", ":path=/chat", ":authority=www.test"
    };
    private static final byte[] SAMPLE_NONCE = "the sample nonce".getBytes(StandardCharsets.US_ASCII);

    private final RequestComposer composer =
            new RequestComposer(octets -> System.arraycopy(SAMPLE_NONCE, 0, octets, 0, octets.length));
    private final HeadBuffer out = new HeadBuffer(16);
    private final RequestHead head = new RequestHead();
    private boolean ends = true;
    private boolean connects = true;

    private @Nullable HeadProblem problem(String[] first, String... more) {
        String[] all = Stream.concat(Arrays.stream(first), Arrays.stream(more)).toArray(String[]::new);
        return composer.compose(FieldBlocks.of(all), ends, connects, out);
    }

    private String composed(String[] first, String... more) {
        assertThat(problem(first, more)).isNull();
        return new String(out.octets(), 0, out.length(), StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
    }

    private int read() {
        return head.read(out.octets(), 0, out.length(), RequestLimits.DEFAULTS);
    }

    private static String[] without(String[] fields, int index) {
        List<String> left = new ArrayList<>(List.of(fields));
        left.remove(index);
        return left.toArray(String[]::new);
    }

    @Test
    void composesAHead() {
        assertThat(composed(GET, "accept=*/*", "x-a=1", "x-empty="))
                .isEqualTo("GET /a?b HTTP/1.1\nHost: www.test\naccept: */*\nx-a: 1\nx-empty: \n\n");
        assertThat(read()).isEqualTo(out.length());
        assertThat(head.framing()).isEqualTo(Framing.NONE);
        assertThat(head.field("host")).isEqualTo("www.test");
    }

    @Test
    void aBodyWithoutLengthIsChunked() {
        ends = false;
        assertThat(composed(GET)).isEqualTo("GET /a?b HTTP/1.1\nHost: www.test\nTransfer-Encoding: chunked\n\n");
        assertThat(read()).isEqualTo(out.length());
        assertThat(head.framing()).isEqualTo(Framing.CHUNKED);
    }

    @Test
    void aBodyWithALengthIsNot() {
        ends = false;
        assertThat(composed(GET, "content-length=12"))
                .isEqualTo("GET /a?b HTTP/1.1\nHost: www.test\ncontent-length: 12\n\n");
        assertThat(read()).isEqualTo(out.length());
        assertThat(head.framing()).isEqualTo(Framing.LENGTH);
        assertThat(head.contentLength()).isEqualTo(12);
    }

    /** The rule of HTTP/1, too. */
    @Test
    void aLengthIsSaidOnce() {
        ends = false;
        assertThat(problem(GET, "content-length=12", "content-length=12")).isEqualTo(HeadProblem.BAD_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "+1", "1 1", "1,1", "0x1", "1.0", "9999999999999999999"})
    void aLengthIsANumber(String value) {
        ends = false;
        assertThat(problem(GET, "content-length=" + value)).isEqualTo(HeadProblem.BAD_LENGTH);
    }

    @Test
    void lengthsDoNotDiffer() {
        ends = false;
        assertThat(problem(GET, "content-length=12", "content-length=13")).isEqualTo(HeadProblem.BAD_LENGTH);
    }

    @Test
    void aStreamThatEndsHasNoBody() {
        assertThat(problem(GET, "content-length=1")).isEqualTo(HeadProblem.BAD_LENGTH);
        assertThat(composed(GET, "content-length=0")).endsWith("\ncontent-length: 0\n\n");
        assertThat(composer.announcesNothing()).isFalse();
    }

    /** The request would be whole before anybody knows that nothing follows. */
    @Test
    void aLengthOfNothingIsNotSaidWhileTheStreamGoesOn() {
        ends = false;
        assertThat(composed(GET, "content-length=0", "x-a=1")).endsWith("\nx-a: 1\nTransfer-Encoding: chunked\n\n");
        assertThat(composer.announcesNothing()).isTrue();
        assertThat(composed(GET, "content-length=1")).endsWith("\ncontent-length: 1\n\n");
        assertThat(composer.announcesNothing()).isFalse();
        assertThat(composed(WEBSOCKET, "content-length=0")).doesNotContain("content-length", "chunked");
        assertThat(composer.announcesNothing()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"POST, true", "PUT, true", "PATCH, true", "PROPFIND, false", "GET, false", "DELETE, false"})
    void methodsThatHaveABodyAsARuleSayThatThereIsNone(String method, boolean said) {
        String text = composed(new String[] {":method=" + method, ":scheme=http", ":path=/", ":authority=a"});

        assertThat(text.endsWith("\nContent-Length: 0\n\n")).isEqualTo(said);
        assertThat(read()).isEqualTo(out.length());
        assertThat(head.framing()).isEqualTo(Framing.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accept", "x a", "x:", "x\u0000", "", "x\u00e4", "x\r\nb", "x\u007f", "(x)"})
    void namesAreTokensInLowerCase(String name) {
        assertThat(problem(GET, name + "=1")).isEqualTo(HeadProblem.BAD_NAME);
    }

    @ParameterizedTest
    @ValueSource(strings = {" a", "a ", "\ta", "a\t", " ", "a\u0000", "a\rb", "a\nb", "a\r\nx-b: c"})
    void valuesHaveNoLineEndsAndNoWhiteSpaceAround(String value) {
        assertThat(problem(GET, "x-a=" + value)).isEqualTo(HeadProblem.BAD_VALUE);
        assertThat(problem(GET, "cookie=" + value)).isEqualTo(HeadProblem.BAD_VALUE);
        assertThat(problem(GET, "cookie=a", "cookie=" + value)).isEqualTo(HeadProblem.BAD_VALUE);
    }

    @Test
    void valuesMayHaveWhiteSpaceInsideAndOctetsAboveAscii() {
        assertThat(composed(GET, "x-a=a\tb c\u00e4")).endsWith("x-a: a\tb c\u00e4\n\n");
        assertThat(read()).isEqualTo(out.length());
    }

    /** Refused with an answer in words, not with a reset. */
    @Test
    void otherControlCharactersAreLeftToTheScanner() {
        composed(GET, "x-a=a\u0001b");
        assertThat(read()).isEqualTo(RequestHead.REFUSED);
        assertThat(head.refusal()).isEqualTo(Refusal.BAD_FIELD_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {":status=200", ":x=1", ":=1", ":pathx=/", ":methods=GET", ":Path=/", ":authoritx=a"})
    void pseudoFieldsAreKnown(String field) {
        assertThat(problem(GET, field)).isEqualTo(HeadProblem.UNKNOWN_PSEUDO);
    }

    @ParameterizedTest
    @ValueSource(strings = {":method=GET", ":scheme=http", ":path=/a?b", ":authority=www.test"})
    void pseudoFieldsAreThereOnce(String field) {
        assertThat(problem(GET, field)).isEqualTo(HeadProblem.REPEATED_PSEUDO);
        assertThat(problem(GET, "x-a=1", field)).isEqualTo(HeadProblem.LATE_PSEUDO);
    }

    @Test
    void pseudoFieldsComeFirst() {
        assertThat(problem(without(GET, 3), "x-a=1", ":authority=www.test")).isEqualTo(HeadProblem.LATE_PSEUDO);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void methodSchemeAndPathAreThere(int missing) {
        assertThat(problem(without(GET, missing))).isEqualTo(HeadProblem.MISSING_PSEUDO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET ", "GET /x", "G\u0000T", "GET\r\n", "G\u00e4T"})
    void theMethodIsAToken(String method) {
        assertThat(problem(new String[] {":method=" + method, ":scheme=http", ":path=/", ":authority=a"}))
                .isEqualTo(HeadProblem.BAD_METHOD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ftp", "httpx", "http ", "file"})
    void theSchemeIsThatOfTheWeb(String scheme) {
        assertThat(problem(new String[] {":method=GET", ":scheme=" + scheme, ":path=/", ":authority=a"}))
                .isEqualTo(HeadProblem.BAD_SCHEME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "http://b/", "/a b", "/a\u0000", "/\r\nx: y", "/a HTTP/1.1", "/\u007f", "**", "?a"})
    void thePathBeginsWithASlashAndHasNoWhiteSpace(String path) {
        assertThat(problem(new String[] {":method=GET", ":scheme=http", ":path=" + path, ":authority=a"}))
                .isEqualTo(HeadProblem.BAD_PATH);
    }

    @Test
    void onlyOptionsIsForTheWholeServer() {
        assertThat(composed(new String[] {":method=OPTIONS", ":scheme=http", ":path=*", ":authority=a"}))
                .isEqualTo("OPTIONS * HTTP/1.1\nHost: a\n\n");
        assertThat(read()).isEqualTo(out.length());
        assertThat(head.target().isAsterisk()).isTrue();
        assertThat(problem(new String[] {":method=GET", ":scheme=http", ":path=*", ":authority=a"}))
                .isEqualTo(HeadProblem.BAD_PATH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "user@a", "a b", "a/b", "a\r\nx: y", "a\u0000", "a?b", "a,b", "a\u00e4"})
    void theAuthorityIsHostAndPort(String authority) {
        assertThat(problem(without(GET, 3), ":authority=" + authority)).isEqualTo(HeadProblem.BAD_AUTHORITY);
    }

    @Test
    void theFormOfTheHostIsLeftToTheScanner() {
        composed(without(GET, 3), ":authority=a:b");
        assertThat(read()).isEqualTo(RequestHead.REFUSED);
        assertThat(head.refusal()).isEqualTo(Refusal.BAD_HOST);
    }

    @Test
    void hostAloneNamesTheHost() {
        assertThat(composed(without(GET, 3), "x-a=1", "host=b.test"))
                .isEqualTo("GET /a?b HTTP/1.1\nx-a: 1\nhost: b.test\n\n");
        assertThat(read()).isEqualTo(out.length());
    }

    @Test
    void aRequestWithoutAnyHostIsLeftToTheScanner() {
        composed(without(GET, 3));
        assertThat(read()).isEqualTo(RequestHead.REFUSED);
        assertThat(head.refusal()).isEqualTo(Refusal.BAD_HOST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"www.test", "WWW.Test", "www.test:80"})
    void hostBesideTheAuthorityIsTheSame(String host) {
        assertThat(composed(GET, "host=" + host)).isEqualTo("GET /a?b HTTP/1.1\nHost: www.test\n\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "other.test", "www.test:443", "www.test:8080", "www.tes", "xwww.test", "user@www.test"})
    void hostDoesNotDifferFromTheAuthority(String host) {
        assertThat(problem(GET, "host=" + host)).isEqualTo(HeadProblem.BAD_HOST);
    }

    @Test
    void hostIsThereOnce() {
        assertThat(problem(GET, "host=www.test", "host=www.test")).isEqualTo(HeadProblem.BAD_HOST);
        assertThat(problem(without(GET, 3), "host=a", "host=a")).isEqualTo(HeadProblem.BAD_HOST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "connection=close",
                "connection=",
                "proxy-connection=keep-alive",
                "keep-alive=timeout=5",
                "transfer-encoding=chunked",
                "transfer-encoding=identity",
                "upgrade=websocket",
            })
    void noFieldIsAboutTheConnection(String field) {
        assertThat(problem(GET, field)).isEqualTo(HeadProblem.CONNECTION_FIELD);
    }

    @Test
    void teIsForTrailersOnly() {
        assertThat(composed(GET, "te=trailers")).endsWith("\nte: trailers\n\n");
        assertThat(problem(GET, "te=gzip")).isEqualTo(HeadProblem.BAD_TE);
        assertThat(problem(GET, "te=trailers, gzip")).isEqualTo(HeadProblem.BAD_TE);
        assertThat(problem(GET, "te=")).isEqualTo(HeadProblem.BAD_TE);
    }

    @Test
    void cookiesAreJoined() {
        assertThat(composed(GET, "cookie=a=b", "x-a=1", "cookie=", "cookie=c=d; e=f", "cookie=g"))
                .isEqualTo("GET /a?b HTTP/1.1\nHost: www.test\ncookie: a=b; c=d; e=f; g\nx-a: 1\n\n");
        assertThat(composed(GET, "cookie=")).isEqualTo("GET /a?b HTTP/1.1\nHost: www.test\n\n");
        assertThat(composed(GET, "cookie=", "x-a=1", "cookie=b"))
                .isEqualTo("GET /a?b HTTP/1.1\nHost: www.test\ncookie: b\nx-a: 1\n\n");
    }

    @Test
    void anExpectationStays() {
        ends = false;
        assertThat(composed(GET, "expect=100-continue")).contains("\nexpect: 100-continue\n");
        assertThat(read()).isEqualTo(out.length());
        assertThat(head.expectsContinue()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void connectIsRefusedAsInAnyProtocol(boolean allowed) {
        connects = allowed;
        assertThat(composed(CONNECT)).startsWith("CONNECT www.test:443 HTTP/1.1\n");
        assertThat(read()).isEqualTo(RequestHead.REFUSED);
        assertThat(head.refusal()).isEqualTo(Refusal.NOT_ALLOWED);
    }

    @Test
    void connectHasAnAuthorityAlone() {
        assertThat(problem(CONNECT, ":path=/")).isEqualTo(HeadProblem.BAD_CONNECT);
        assertThat(problem(CONNECT, ":scheme=http")).isEqualTo(HeadProblem.BAD_CONNECT);
        assertThat(problem(without(CONNECT, 1))).isEqualTo(HeadProblem.MISSING_PSEUDO);
    }

    @Test
    void opensAWebSocket() {
        ends = false;
        assertThat(composed(WEBSOCKET, "sec-websocket-version=13", "sec-websocket-key=mine", "origin=x"))
                .isEqualTo("""
                GET /chat HTTP/1.1
                Host: www.test
                sec-websocket-version: 13
                origin: x
                Connection: Upgrade
                Upgrade: websocket
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

                """);
        assertThat(read()).isEqualTo(out.length());
        assertThat(head.upgrades()).isTrue();
        assertThat(composer.webSocketKey()).isNotNull();
        composed(GET);
        assertThat(composer.webSocketKey()).isNull();
    }

    @Test
    void tellsTheVersionOfAWebSocket() {
        assertThat(composed(WEBSOCKET, "content-length=0")).isEqualTo("""
                GET /chat HTTP/1.1
                Host: www.test
                Connection: Upgrade
                Upgrade: websocket
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
                Sec-WebSocket-Version: 13

                """);
    }

    @Test
    void aWebSocketHasNoBody() {
        ends = false;
        assertThat(problem(WEBSOCKET, "content-length=1")).isEqualTo(HeadProblem.BAD_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void connectWithAProtocolHasEverything(int missing) {
        assertThat(problem(without(WEBSOCKET, missing))).isEqualTo(HeadProblem.MISSING_PSEUDO);
    }

    @Test
    void aProtocolMustHaveBeenAllowed() {
        connects = false;
        assertThat(problem(WEBSOCKET)).isEqualTo(HeadProblem.UNKNOWN_PSEUDO);
    }

    @Test
    void otherProtocolsAreRefusedAsConnectIs() {
        assertThat(composed(new String[] {
                    ":method=CONNECT", ":protocol=connect-udp", ":scheme=https", ":path=/chat", ":authority=www.test"
                }))
                .startsWith("CONNECT /chat HTTP/1.1\n");
        assertThat(read()).isEqualTo(RequestHead.REFUSED);
        assertThat(head.refusal()).isEqualTo(Refusal.NOT_ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "connect", "Connect", "POST"})
    void onlyConnectHasAProtocol(String method) {
        assertThat(problem(new String[] {
                    ":method=" + method, ":protocol=websocket", ":scheme=https", ":path=/", ":authority=a"
                }))
                .isEqualTo(HeadProblem.BAD_CONNECT);
    }

    @ParameterizedTest
    @CsvSource({
        "application/grpc, true",
        "application/grpc+proto, true",
        "Application/GRPC;x=y, true",
        "application/grpc ;x=y, true",
        "application/grpcx, false",
        "application/grpc-web, false",
        "application/grpc-web+proto, false",
        "application/gr, false",
        "application/json, false",
    })
    void callsOfGrpcAreKnownByTheirType(String type, boolean grpc) {
        composed(GET, "content-type=" + type);
        assertThat(composer.callsGrpc()).isEqualTo(grpc);
        composed(GET);
        assertThat(composer.callsGrpc()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"HEAD, true", "GET, false", "HEADS, false", "head, false"})
    void whatIsTooLargeIsNotComposed(String method, boolean toHead) {
        FieldBlock block = new FieldBlock();
        byte[] octets = FieldBlocks.literals("x=HEAD", ":method=" + method, ":path=/", ":scheme=http");
        block.begin(150, 100);
        assertThat(new HpackDecoder(4096).decode(octets, 0, octets.length, block))
                .isTrue();

        assertThat(composer.compose(block, true, true, out)).isEqualTo(HeadProblem.TOO_LARGE);
        assertThat(composer.toHead()).isEqualTo(toHead);
        composed(GET);
        assertThat(composer.toHead()).isFalse();
    }
}
