// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls.hello;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.tls.hello.ClientHello.State;
import io.evenkeel.dispatcher.kit.Mutants;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ClientHelloTest {

    private static ClientHello whole(byte[] octets) {
        ClientHello hello = new ClientHello();
        assertThat(hello.read(Unpooled.wrappedBuffer(octets))).isEqualTo(State.WHOLE);
        assertThat(hello.octets()).isEqualTo(octets.length);
        return hello;
    }

    private static HelloFault fault(byte[] octets) {
        ClientHello hello = new ClientHello();
        assertThat(hello.read(Unpooled.wrappedBuffer(octets))).isEqualTo(State.BAD);
        return Objects.requireNonNull(hello.fault());
    }

    @Test
    void chromiumOffersHttp2AndPostQuantumKeys() {
        byte[] octets = Hellos.of("chromium");
        ClientHello hello = whole(octets);

        assertThat(octets.length).isGreaterThan(1800);
        assertThat(hello.serverName()).isEqualTo("shop.example.org");
        assertThat(hello.protocols()).containsExactly("h2", "http/1.1");
        assertThat(hello.offersTls13()).isTrue();
        assertThat(hello.offersTls12()).isTrue();
        assertThat(hello.takesEcdsa(256, true)).isTrue();
        assertThat(hello.wantsStaple()).isTrue();
        assertThat(hello.resumes()).isFalse();
    }

    @Test
    void opensslNamesItsHostInAnyCase() {
        ClientHello hello = whole(Hellos.of("openssl-tls13"));

        assertThat(hello.serverName()).isEqualTo("shop.example.org");
        assertThat(hello.offers("h2")).isTrue();
        assertThat(hello.offers("http/1.1")).isTrue();
        assertThat(hello.offers("h3")).isFalse();
        assertThat(hello.offers("h")).isFalse();
    }

    @Test
    void aClientOfTls12WithoutNameAndProtocols() {
        ClientHello hello = whole(Hellos.of("openssl-tls12"));

        assertThat(hello.serverName()).isNull();
        assertThat(hello.namesProtocols()).isFalse();
        assertThat(hello.offersTls13()).isFalse();
        assertThat(hello.offersTls12()).isTrue();
        assertThat(hello.takesEcdsa(384, true)).isTrue();
        assertThat(hello.takesEcdsa(255, true)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"openssl-psk, true", "openssl-ticket, true", "openssl-tls13, false", "openssl-tls12, false"})
    void aReturningClientIsKnownByItsTicket(String client, boolean returns) {
        assertThat(whole(Hellos.of(client)).resumes()).isEqualTo(returns);
    }

    @Test
    void curlSpeaksBothVersionsOfHttp() {
        ClientHello hello = whole(Hellos.of("curl"));

        assertThat(hello.serverName()).isEqualTo("localhost");
        assertThat(hello.protocols()).containsExactly("h2", "http/1.1");
    }

    @Test
    void javaIsUnderstood() {
        ClientHello hello = whole(Hellos.ofJava("node-1.example.org", "http/1.1"));

        assertThat(hello.serverName()).isEqualTo("node-1.example.org");
        assertThat(hello.protocols()).containsExactly("http/1.1");
        assertThat(hello.offersTls13()).isTrue();
        assertThat(hello.takesEcdsa(256, false)).isTrue();
        assertThat(hello.takesEcdsa(521, true)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"openssl-tls13", "openssl-psk", "chromium"})
    void anyPiecesTellTheSame(String client) {
        byte[] octets = Hellos.of(client);
        ClientHello hello = new ClientHello();
        for (int length = 0; length < octets.length; length++) {
            assertThat(hello.read(Unpooled.wrappedBuffer(octets, 0, length))).isEqualTo(State.MORE);
        }
        assertThat(hello.read(Unpooled.wrappedBuffer(octets))).isEqualTo(State.WHOLE);
        assertThat(hello.serverName()).isEqualTo("shop.example.org");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 64, 300, 1000})
    void anyRecordsTellTheSame(int size) {
        ClientHello hello = whole(Hellos.inRecordsOf(Hellos.of("chromium"), size));

        assertThat(hello.serverName()).isEqualTo("shop.example.org");
        assertThat(hello.protocols()).containsExactly("h2", "http/1.1");
        assertThat(hello.takesEcdsa(256, true)).isTrue();
    }

    @Test
    void octetsBehindTheRecordAreLeft() {
        byte[] hello = Hellos.of("curl");
        byte[] more = Arrays.copyOf(hello, hello.length + 40);
        ClientHello read = new ClientHello();

        assertThat(read.read(Unpooled.wrappedBuffer(more))).isEqualTo(State.WHOLE);
        assertThat(read.octets()).isEqualTo(hello.length);
    }

    @Test
    void theBufferIsNotMoved() {
        ByteBuf in = Unpooled.wrappedBuffer(new byte[7], Hellos.of("curl"));
        in.skipBytes(7);

        assertThat(new ClientHello().read(in)).isEqualTo(State.WHOLE);
        assertThat(in.readerIndex()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "474554202f, PLAIN_HTTP",
        "50, PLAIN_HTTP",
        "802e0100, NOT_TLS",
        "1502, NOT_TLS",
        "1602, NOT_TLS",
        "1603010000, OUT_OF_PLACE",
        "160301000401000000, MALFORMED",
        "160301000402000000, OUT_OF_PLACE",
        "16030100040100ffff, TOO_LONG",
        "160301ffff0100, TOO_LONG",
        "1603010001011703010001, OUT_OF_PLACE"
    })
    void octetsThatAreNoHelloHaveAReason(String octets, HelloFault why) {
        assertThat(fault(ByteBufUtil.decodeHexDump(octets))).isEqualTo(why);
    }

    /** Type and length in front of what is given. */
    private static byte[] extension(int type, String hex) {
        byte[] content = ByteBufUtil.decodeHexDump(hex);
        return Unpooled.buffer()
                .writeShort(type)
                .writeShort(content.length)
                .writeBytes(content)
                .capacity(4 + content.length)
                .array();
    }

    private static byte[] both(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    @ParameterizedTest
    @CsvSource({
        "0, 000500000161, MALFORMED",
        "0, 000400000100, BAD_NAME",
        "0, 00040000012e, BAD_NAME",
        "0, 00050000036126, MALFORMED",
        "0, 0006000003612662, BAD_NAME",
        "0, 0006000003612e2e, BAD_NAME",
        "0, 000401000161, MALFORMED",
        "0, '', MALFORMED",
        "10, 0003001700, MALFORMED",
        "13, 0000, MALFORMED",
        "16, 00020161ff, MALFORMED",
        "16, 000100, MALFORMED",
        "16, 00020261, MALFORMED",
        "43, 03030403, MALFORMED",
        "43, 0103, MALFORMED"
    })
    void extensionsThatLieAreRefused(int type, String hex, HelloFault why) {
        assertThat(fault(Hellos.with(extension(type, hex)))).isEqualTo(why);
    }

    @Test
    void aDotAtTheEndOfTheNameIsLeftOut() {
        assertThat(whole(Hellos.with(extension(0, "0005000002412e"))).serverName())
                .isEqualTo("a");
    }

    @Test
    void anExtensionStandsOnce() {
        assertThat(fault(Hellos.with(both(extension(23, ""), extension(23, "")))))
                .isEqualTo(HelloFault.FORBIDDEN);
    }

    @Test
    void theKeyOfASessionStandsLast() {
        assertThat(whole(Hellos.with(both(extension(23, ""), extension(41, "00"))))
                        .resumes())
                .isTrue();
        assertThat(fault(Hellos.with(both(extension(41, "00"), extension(23, "")))))
                .isEqualTo(HelloFault.FORBIDDEN);
    }

    @Test
    void anEmptyTicketIsNoReturn() {
        assertThat(whole(Hellos.with(extension(35, ""))).resumes()).isFalse();
        assertThat(whole(Hellos.with(extension(35, "01"))).resumes()).isTrue();
    }

    @Test
    void aLongHelloIsRefusedBeforeItHasCome() {
        assertThat(fault(Arrays.copyOf(Hellos.record(1, new byte[ClientHello.MOST_OCTETS - 3]), 9)))
                .isEqualTo(HelloFault.TOO_LONG);
    }

    @Test
    void manySmallRecordsAreRefused() {
        byte[] body = Hellos.record(1, new byte[8000]);

        assertThat(fault(Hellos.inRecordsOf(body, 1))).isEqualTo(HelloFault.TOO_LONG);
    }

    @Test
    void brokenHellosAreDecidedByTheirOctetsAlone() {
        SplittableRandom random = new SplittableRandom(Mutants.seed(20));
        List<byte[]> seeds = Hellos.RECORDED.stream().map(Hellos::of).toList();
        int bad = 0;
        for (int i = 0; i < 4000; i++) {
            byte[] octets = seeds.get(random.nextInt(seeds.size())).clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                octets[random.nextInt(random.nextBoolean() ? 100 : octets.length)] = (byte) random.nextInt(256);
            }
            bad += ClientHelloTarget.holds(octets) ? 0 : 1;
        }
        assertThat(bad).isBetween(400, 3600);
    }
}
