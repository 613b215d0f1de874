// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.proxyprotocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.proxyprotocol.ProxyHeaderDecoder.HeaderState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyHeaderTest {

    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";

    private final ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();

    private HeaderState decode(String text) {
        return decoder.decode(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
    }

    private HeaderState decodeHex(String hex) {
        return decoder.decode(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex)));
    }

    private static InetSocketAddress at(String address, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByName(address), port);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private void assertHeader(@Nullable InetSocketAddress source, @Nullable InetSocketAddress destination, int length) {
        assertThat(decoder.header()).isEqualTo(new ProxyHeader(source, destination, length));
    }

    /** Section 2.1 of the specification. */
    @Test
    void readsTheExamplesOfVersion1() {
        assertThat(decode("PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\r\nGET / HTTP/1.1\r\n"))
                .isEqualTo(HeaderState.HEADER);
        assertHeader(at("192.168.0.1", 56324), at("192.168.0.11", 443), 47);

        assertThat(decode("PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n"))
                .isEqualTo(HeaderState.HEADER);
        assertThat(decoder.header().length()).isEqualTo(56);

        String longest =
                "PROXY TCP6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535\r\n";
        assertThat(decode(longest)).isEqualTo(HeaderState.HEADER);
        assertThat(decoder.header().length()).isEqualTo(104);

        assertThat(decode("PROXY UNKNOWN\r\n")).isEqualTo(HeaderState.HEADER);
        assertHeader(null, null, 15);
        String unknown =
                "PROXY UNKNOWN ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535\r\n";
        assertThat(decode(unknown)).isEqualTo(HeaderState.HEADER);
        assertHeader(null, null, 107);
    }

    @Test
    void readsShortenedIpv6Addresses() {
        assertThat(decode("PROXY TCP6 2001:db8::1 ::1 1 0\r\n")).isEqualTo(HeaderState.HEADER);
        assertHeader(at("2001:db8::1", 1), at("::1", 0), 32);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\rX",
                "PROXY TCP4 192.168.0.1 192.168.0.11 56324\r\n",
                "PROXY TCP4 192.168.0.1 192.168.0.11 56324 443 1\r\n",
                "PROXY TCP4  192.168.0.1 192.168.0.11 56324 443\r\n",
                "PROXY TCP4 192.168.0.1 192.168.0.11 56324 443 \r\n",
                "PROXY TCP4 192.168.0.1 192.168.0.256 56324 443\r\n",
                "PROXY TCP4 192.168.0.01 192.168.0.11 56324 443\r\n",
                "PROXY TCP4 192.168.0 192.168.0.11 56324 443\r\n",
                "PROXY TCP4 ::1 192.168.0.11 56324 443\r\n",
                "PROXY TCP4 192.168.0.1 192.168.0.11 056324 443\r\n",
                "PROXY TCP4 192.168.0.1 192.168.0.11 65536 443\r\n",
                "PROXY TCP4 192.168.0.1 192.168.0.11 -1 443\r\n",
                "PROXY TCP4 192.168.0.1 192.168.0.11 +1 443\r\n",
                "PROXY TCP4 localhost 192.168.0.11 1 443\r\n",
                "PROXY TCP6 192.168.0.1 192.168.0.11 1 443\r\n",
                "PROXY TCP6 ::1%lo ::1 1 443\r\n",
                "PROXY TCP6 1::2::3 ::1 1 443\r\n",
                "PROXY TCP6 ::ffff:1.2.3.4 ::1 1 443\r\n",
                "PROXY UDP4 192.168.0.1 192.168.0.11 1 443\r\n",
                "PROXY tcp4 192.168.0.1 192.168.0.11 1 443\r\n",
                "PROXY UNKNOWNX\r\n",
                "PROXY \r\n",
                "PROXY TCP4 192.168.0.1 192.168.0.11 1 443 and no end of the line, which a reader must not wait for beyond 107 bytes"
            })
    void refusesCrookedLines(String line) {
        assertThat(decode(line)).isEqualTo(HeaderState.MALFORMED);
    }

    @Test
    void waitsForTheEndOfALineUntil107BytesHaveCome() {
        assertThat(decode("PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\n\n")).isEqualTo(HeaderState.NEED_MORE);
    }

    /** Section 2.2: 12 bytes of signature, version and command, family and protocol, length, addresses. */
    @Test
    void readsVersion2() {
        assertThat(decodeHex(SIGNATURE + "2111000c" + "c0a80001" + "c0a8000b" + "dc04" + "01bb" + "474554"))
                .isEqualTo(HeaderState.HEADER);
        assertHeader(at("192.168.0.1", 56324), at("192.168.0.11", 443), 28);

        assertThat(decodeHex(SIGNATURE + "21210024" + "20010db8000000000000000000000001"
                        + "00000000000000000000000000000001" + "0001" + "0000"))
                .isEqualTo(HeaderState.HEADER);
        assertHeader(at("2001:db8::1", 1), at("::1", 0), 52);
    }

    @Test
    void readsVersion2WithFieldsBehindTheAddresses() {
        assertThat(decodeHex(SIGNATURE + "21110013" + "c0a80001" + "c0a8000b" + "dc0401bb" + "02000161" + "040000"))
                .isEqualTo(HeaderState.HEADER);
        assertHeader(at("192.168.0.1", 56324), at("192.168.0.11", 443), 35);
        assertThat(decodeHex(SIGNATURE + "21110010" + "c0a80001" + "c0a8000b" + "dc0401bb" + "02000261"))
                .isEqualTo(HeaderState.MALFORMED);
        assertThat(decodeHex(SIGNATURE + "2111000e" + "c0a80001" + "c0a8000b" + "dc0401bb" + "0200"))
                .isEqualTo(HeaderState.MALFORMED);
    }

    @Test
    void aSenderThatSpeaksForItselfNamesNobody() {
        assertThat(decodeHex(SIGNATURE + "20000000")).isEqualTo(HeaderState.HEADER);
        assertHeader(null, null, 16);
        assertThat(decodeHex(SIGNATURE + "2011000c" + "c0a80001c0a8000bdc0401bb"))
                .as("LOCAL ignores addresses")
                .isEqualTo(HeaderState.HEADER);
        assertHeader(null, null, 28);
        assertThat(decodeHex(SIGNATURE + "21000003" + "010203"))
                .as("UNSPEC skips what follows")
                .isEqualTo(HeaderState.HEADER);
        assertHeader(null, null, 19);
        assertThat(decodeHex(SIGNATURE + "213100d8" + "00".repeat(216)))
                .as("unix socket")
                .isEqualTo(HeaderState.HEADER);
        assertHeader(null, null, 232);
    }

    @ParameterizedTest
    @CsvSource({
        "1111000c, version 1 in the binary form",
        "2211000c, command 2",
        "2141000c, family 4",
        "2113000c, protocol 3",
        "2111000b, too short for two IPv4 addresses",
        "21210023, too short for two IPv6 addresses",
        "2111ffff, longer than anybody needs",
    })
    void refusesCrookedVersion2(String fixed, String why) {
        assertThat(decodeHex(SIGNATURE + fixed + "00".repeat(300))).as(why).isEqualTo(HeaderState.MALFORMED);
    }

    @Test
    void tellsAtTheFirstByteThatSomethingElseComes() {
        assertThat(decode("G")).isEqualTo(HeaderState.ABSENT);
        assertThat(decode("PROXYGET")).isEqualTo(HeaderState.ABSENT);
        assertThat(decodeHex("0d0a0d0a000d0a515549540b")).isEqualTo(HeaderState.ABSENT);
        assertThat(decode("")).isEqualTo(HeaderState.NEED_MORE);
    }

    @Test
    void readsWhatIsWrittenAndNeedsEveryByteOfIt() {
        InetSocketAddress four = at("10.1.2.3", 40_000);
        InetSocketAddress six = at("2001:db8::5", 443);
        InetSocketAddress mapped = at("10.9.8.7", 1);
        for (int version = 1; version <= 2; version++) {
            assertRoundTrip(version, four, mapped, four, mapped);
            assertRoundTrip(version, six, at("::1", 9), six, at("::1", 9));
            assertRoundTrip(version, null, null, null, null);
        }
        ByteBuf mixed = write(1, six, mapped);
        assertThat(mixed.toString(StandardCharsets.US_ASCII))
                .startsWith("PROXY TCP6 2001:db8:0:0:0:0:0:5 0:0:0:0:0:ffff:a09:807 443 1");
        ByteBuf mixed2 = write(2, six, mapped);
        assertThat(ByteBufUtil.hexDump(mixed2)).contains("00000000000000000000ffff0a090807");
    }

    private static ByteBuf write(
            int version, @Nullable InetSocketAddress source, @Nullable InetSocketAddress destination) {
        ByteBuf bytes = Unpooled.buffer();
        if (version == 1) {
            ProxyHeaderEncoder.v1(source, destination, bytes);
        } else {
            ProxyHeaderEncoder.v2(source, destination, bytes);
        }
        return bytes;
    }

    private void assertRoundTrip(
            int version,
            @Nullable InetSocketAddress source,
            @Nullable InetSocketAddress destination,
            @Nullable InetSocketAddress readSource,
            @Nullable InetSocketAddress readDestination) {
        ByteBuf bytes = write(version, source, destination);
        for (int length = 0; length < bytes.readableBytes(); length++) {
            assertThat(decoder.decode(bytes.slice(0, length)))
                    .as("the first %d bytes", length)
                    .isEqualTo(HeaderState.NEED_MORE);
        }
        assertThat(decoder.decode(bytes)).isEqualTo(HeaderState.HEADER);
        assertHeader(readSource, readDestination, bytes.readableBytes());
    }

    /**
     * For every input the decoder answers, never claims more bytes than there are, and never waits for more than its
     * bound.
     */
    @Test
    void survivesMutants() {
        long seed = Long.getLong("seed", 11);
        SplittableRandom random = new SplittableRandom(seed);
        byte[][] originals = {
            ByteBufUtil.getBytes(write(1, at("10.1.2.3", 40_000), at("10.9.8.7", 1))),
            ByteBufUtil.getBytes(write(1, at("2001:db8::5", 443), at("::1", 9))),
            ByteBufUtil.getBytes(write(2, at("10.1.2.3", 40_000), at("10.9.8.7", 1))),
            ByteBufUtil.getBytes(write(2, at("2001:db8::5", 443), at("::1", 9))),
        };
        Map<HeaderState, Integer> answers = new EnumMap<>(HeaderState.class);
        for (int i = 0; i < 200_000; i++) {
            byte[] mutant = originals[random.nextInt(originals.length)].clone();
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                mutant[random.nextInt(mutant.length)] = (byte) random.nextInt(256);
            }
            ByteBuf bytes = Unpooled.wrappedBuffer(mutant, new byte[random.nextInt(2) * 5000]);
            HeaderState state = decoder.decode(bytes);
            assertThat(keepsItsBounds(state, bytes.readableBytes()))
                    .as(() -> "seed %d, mutant %s".formatted(seed, ByteBufUtil.hexDump(mutant)))
                    .isTrue();
            answers.merge(state, 1, Integer::sum);
        }
        assertThat(answers)
                .hasSize(HeaderState.values().length)
                .allSatisfy((state, times) -> assertThat(times).isGreaterThan(100));
    }

    private boolean keepsItsBounds(HeaderState state, int readable) {
        return switch (state) {
            case HEADER -> decoder.header().length() >= 15 && decoder.header().length() <= readable;
            case NEED_MORE -> readable < ProxyHeaderDecoder.MOST_BYTES;
            case ABSENT, MALFORMED -> true;
        };
    }
}
