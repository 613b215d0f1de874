// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.proxyprotocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Wire;
import io.evenkeel.dispatcher.proxyprotocol.ProxyHeaderDecoder.HeaderState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A fuzzer's target: a PROXY header is decided by its own octets alone, needs each of them, is bounded, and names the
 * addresses that a plain reading of its text names.
 */
public final class ProxyHeaderTarget {

    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";
    private static final Pattern LINE = Pattern.compile(
            "PROXY (?:UNKNOWN(?: [^\\r]*)?|TCP[46] ([0-9a-fA-F.:]+) ([0-9a-fA-F.:]+) (0|[1-9]\\d{0,4}) (0|[1-9]\\d{0,4}))\\r\\n");

    private ProxyHeaderTarget() {}

    /** Headers of both versions, followed by a request or by nothing. */
    public static List<byte[]> seeds() {
        return List.of(
                Wire.bytes("PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\r\nGET / HTTP/1.1\r\n"),
                Wire.bytes("PROXY TCP6 2001:db8::1 ::1 1 0\r\n"),
                Wire.bytes("PROXY UNKNOWN ffff:: 1\r\n"),
                ByteBufUtil.decodeHexDump(SIGNATURE + "2111000cc0a80001c0a8000bdc0401bb474554"),
                ByteBufUtil.decodeHexDump(
                        SIGNATURE + "2121002420010db80000000000000000000000010000000000000000000000000000000100010000"),
                ByteBufUtil.decodeHexDump(SIGNATURE + "21110013c0a80001c0a8000bdc0401bb02000161040000"),
                ByteBufUtil.decodeHexDump(SIGNATURE + "20000000"),
                ByteBufUtil.decodeHexDump(SIGNATURE + "21000003010203"),
                ByteBufUtil.decodeHexDump(SIGNATURE + "213100d8" + "00".repeat(216)));
    }

    /** The entry of the fuzzer. */
    public static void fuzzerTestOneInput(byte[] octets) {
        holds(octets);
    }

    /** True when the octets begin with a header; fails when the decoder's answer cannot be right. */
    static boolean holds(byte[] octets) {
        Supplier<String> shown = () -> ByteBufUtil.hexDump(octets);
        ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();
        HeaderState state = decoder.decode(Unpooled.wrappedBuffer(octets));
        if (state == HeaderState.NEED_MORE) {
            assertThat(octets.length).as(shown).isLessThan(ProxyHeaderDecoder.MOST_BYTES);
        }
        if (state != HeaderState.HEADER) {
            return false;
        }
        ProxyHeader header = decoder.header();
        int length = header.length();
        assertThat(length).as(shown).isBetween(15, octets.length);
        for (int part = 0; part < length; part++) {
            assertThat(decoder.decode(Unpooled.wrappedBuffer(octets, 0, part)))
                    .as(shown)
                    .isEqualTo(HeaderState.NEED_MORE);
        }
        assertThat(decoder.decode(Unpooled.wrappedBuffer(octets, 0, length)))
                .as(shown)
                .isEqualTo(HeaderState.HEADER);
        assertThat(decoder.header()).as(shown).isEqualTo(header);
        byte[] own = Arrays.copyOf(octets, length);
        if (own[0] == 'P') {
            assertLine(Wire.text(own), header, shown);
        } else {
            assertBinary(own, header, shown);
        }
        assertWrittenAgain(header, shown);
        return true;
    }

    private static void assertLine(String line, ProxyHeader header, Supplier<String> shown) {
        Matcher words = LINE.matcher(line);
        assertThat(words.matches()).as(shown).isTrue();
        assertThat(line.length()).as(shown).isLessThanOrEqualTo(107);
        assertThat(named(header.source())).as(shown).isEqualTo(named(words.group(1), words.group(3)));
        assertThat(named(header.destination())).as(shown).isEqualTo(named(words.group(2), words.group(4)));
    }

    private static void assertBinary(byte[] octets, ProxyHeader header, Supplier<String> shown) {
        assertThat(ByteBufUtil.hexDump(octets)).as(shown).startsWith(SIGNATURE);
        assertThat(octets.length).as(shown).isEqualTo(16 + number(octets, 14));
        int size = switch (octets[13]) {
            case 0x11 -> 4;
            case 0x21 -> 16;
            default -> 0;
        };
        if (octets[12] == 0x20 || size == 0) {
            assertThat(header.source()).as(shown).isNull();
            assertThat(header.destination()).as(shown).isNull();
            return;
        }
        assertThat(named(header.source())).as(shown).isEqualTo(named(octets, 16, size, 16 + 2 * size));
        assertThat(named(header.destination())).as(shown).isEqualTo(named(octets, 16 + size, size, 18 + 2 * size));
    }

    /** Our own header for the same addresses is read as these addresses. */
    private static void assertWrittenAgain(ProxyHeader header, Supplier<String> shown) {
        ByteBuf again = Unpooled.buffer();
        ProxyHeaderEncoder.v2(header.source(), header.destination(), again);
        ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();
        assertThat(decoder.decode(again)).as(shown).isEqualTo(HeaderState.HEADER);
        assertThat(decoder.header().source()).as(shown).isEqualTo(header.source());
        assertThat(decoder.header().destination()).as(shown).isEqualTo(header.destination());
    }

    private static int number(byte[] octets, int at) {
        return (octets[at] & 0xff) << 8 | (octets[at + 1] & 0xff);
    }

    /** An address of IPv6 that stands for one of IPv4 (RFC 4291 §2.5.5.2) is that one. */
    private static String named(byte[] octets, int at, int size, int portAt) {
        boolean mapped = size == 16 && ByteBufUtil.hexDump(octets, at, 12).equals("0".repeat(20) + "ffff");
        String address = mapped ? ByteBufUtil.hexDump(octets, at + 12, 4) : ByteBufUtil.hexDump(octets, at, size);
        return address + " " + number(octets, portAt);
    }

    private static @Nullable String named(@Nullable InetSocketAddress address) {
        return address == null
                ? null
                : ByteBufUtil.hexDump(address.getAddress().getAddress()) + " " + address.getPort();
    }

    /** The address in a text, read by the JDK, which asks no name server for a text of digits, dots and colons. */
    private static @Nullable String named(@Nullable String address, @Nullable String port) {
        if (address == null) {
            return null;
        }
        InetSocketAddress read = new InetSocketAddress(address, Integer.parseInt(Objects.requireNonNull(port)));
        InetAddress found = Objects.requireNonNull(read.getAddress(), "an address that the JDK does not read");
        return ByteBufUtil.hexDump(found.getAddress()) + " " + read.getPort();
    }
}
