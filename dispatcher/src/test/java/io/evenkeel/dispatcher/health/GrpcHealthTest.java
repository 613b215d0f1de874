// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The question of gRPC's health checking protocol, and its answers. */
final class GrpcHealthTest {

    private static final String HEAD = "HTTP/1.1 200 \r\nContent-Type: application/grpc\r\n";

    private static String chunked(String message, String trailers) {
        String chunk = message.isEmpty() ? "" : Integer.toHexString(message.length()) + "\r\n" + message + "\r\n";
        return HEAD + "Transfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\n" + trailers + "\r\n";
    }

    private static String message(String octets) {
        return "\0\0\0\0" + (char) octets.length() + octets;
    }

    private static GrpcHealth answered(String answer) {
        GrpcHealth health = new GrpcHealth("shop.Basket");
        take(health, answer);
        return health;
    }

    private static void take(GrpcHealth health, String octets) {
        ByteBuf in = Unpooled.buffer().writeBytes(octets.getBytes(ISO_8859_1));
        health.take(in);
        in.release();
    }

    @Test
    void asksAboutAService() {
        assertThat(new String(new GrpcHealth("shop.Basket").question("h:1", "\r\nX: y\r\n\r\n"), ISO_8859_1))
                .isEqualTo(
                        "POST /grpc.health.v1.Health/Check HTTP/1.1\r\nHost: h:1\r\nContent-Type: application/grpc\r\n"
                                + "TE: trailers\r\nContent-Length: 18\r\nX: y\r\n\r\n"
                                + message("\n\u000bshop.Basket"));
    }

    @Test
    void asksAboutTheServerAsAWhole() {
        assertThat(new String(new GrpcHealth("").question("h", "\r\n\r\n"), ISO_8859_1))
                .endsWith("Content-Length: 5\r\n\r\n" + message(""));
    }

    @Test
    void aLongNameHasALongLength() {
        assertThat(new String(new GrpcHealth("s".repeat(200)).question("h", "\r\n\r\n"), ISO_8859_1))
                .endsWith("\0\0\0\0\u00cb\n\u00c8\u0001" + "s".repeat(200));
    }

    @ParameterizedTest
    @CsvSource({"0, false, UNKNOWN", "1, true, SERVING", "2, false, NOT_SERVING", "3, false, SERVICE_UNKNOWN"})
    void onlyServingPasses(int status, boolean passed, String detail) {
        GrpcHealth health = answered(chunked(message("\b" + (char) status), "grpc-status: 0\r\n"));

        assertThat(health.detail()).isEqualTo(detail);
        assertThat(health.passed()).isEqualTo(passed);
    }

    @Test
    void anEmptyMessageIsUnknown() {
        assertThat(answered(chunked(message(""), "grpc-status: 0\r\n")).detail())
                .isEqualTo("UNKNOWN");
    }

    @ParameterizedTest
    @CsvSource({
        "5, it does not know the service 'shop.Basket'",
        "12, it does not know grpc.health.v1.Health; check it with tcp: true",
        "14, status 14 of gRPC"
    })
    void anErrorIsNamed(String status, String detail) {
        assertThat(answered(HEAD + "Content-Length: 0\r\nGrpc-Status: " + status + "\r\n\r\n")
                        .detail())
                .isEqualTo(detail);
        assertThat(answered(chunked("", "grpc-status: " + status + "\r\n")).detail())
                .isEqualTo(detail);
    }

    /** The words of a result are shown to people, and kept: a node does not choose them. */
    @ParameterizedTest
    @CsvSource({"14 and more", "\u009b31m", "-1", "1234"})
    void aStatusThatIsNoNumberIsNoAnswer(String status) {
        assertThat(answered(HEAD + "Content-Length: 0\r\nGrpc-Status: " + status + "\r\n\r\n")
                        .detail())
                .isEqualTo("the answer is not one of gRPC");
    }

    @Test
    void anErrorBehindAMessageCounts() {
        assertThat(answered(chunked(message("\b\u0001"), "grpc-status: 13\r\n")).passed())
                .isFalse();
    }

    @Test
    void otherAnswersAreNone() {
        String none = "the answer is not one of gRPC";
        assertThat(answered(HEAD + "Content-Length: 2\r\n\r\nok").detail()).isEqualTo(none);
        assertThat(answered(chunked("\u0001\0\0\0\u0002\b\u0001", "grpc-status: 0\r\n"))
                        .detail())
                .isEqualTo(none);
        assertThat(answered(chunked(message("\b\u0009"), "grpc-status: 0\r\n")).detail())
                .isEqualTo(none);
        assertThat(answered(chunked("x".repeat(5000), "grpc-status: 0\r\n")).detail())
                .isEqualTo(none);
        assertThat(answered("HTTP/1.1 415 x\r\nContent-Length: 0\r\n\r\n").detail())
                .isEqualTo("status 415, which is not an answer of gRPC");
    }

    @Test
    void octetsMayComeOneByOne() {
        String answer = "HTTP/1.1 103 Early\r\n\r\n" + chunked(message("\b\u0001"), "x: y\r\ngrpc-status: 0\r\n");
        GrpcHealth health = new GrpcHealth("");
        for (int i = 0; i < answer.length() - 1; i++) {
            take(health, answer.substring(i, i + 1));
            assertThat(health.detail()).isNull();
        }
        take(health, answer.substring(answer.length() - 1));

        assertThat(health.detail()).isEqualTo("SERVING");
        assertThat(health.passed()).isTrue();
    }
}
