// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.proxyprotocol;

import io.netty.buffer.ByteBuf;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads a PROXY protocol header of either version from the first bytes of a connection.
 *
 * <p>Strict: one way of writing each header is accepted, and a header that two readers could understand differently is
 * malformed. Keeps no state: give it all bytes so far each time. Asks for more only while the bytes could still become
 * a header, so at most {@link #MOST_BYTES} are gathered.
 */
public final class ProxyHeaderDecoder {

    /** A longer header is malformed; version 2 could claim 64 kB. */
    public static final int MOST_BYTES = 4096;

    private static final int V1_MOST = 107;
    private static final byte[] V1_PREFIX = "PROXY ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] V2_SIGNATURE = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A};
    private static final int V2_FIXED = 16;

    /** The kind of the bytes so far. */
    public enum HeaderState {
        /** Perhaps the beginning of a header. */
        NEED_MORE,
        /** No header: the connection begins with something else. */
        ABSENT,
        /** Bytes that claim to be a header and are not one. Close the connection. */
        MALFORMED,
        /** A whole header, which {@link #header} returns. */
        HEADER
    }

    private @Nullable ProxyHeader header;

    /** The header of the last {@link #decode} that answered {@link HeaderState#HEADER}. */
    public ProxyHeader header() {
        ProxyHeader found = header;
        if (found == null) {
            throw new IllegalStateException("there is no header");
        }
        return found;
    }

    /** Looks at the readable bytes; moves no index. */
    public HeaderState decode(ByteBuf bytes) {
        header = null;
        if (begins(bytes, V2_SIGNATURE)) {
            return bytes.readableBytes() < V2_SIGNATURE.length ? HeaderState.NEED_MORE : decodeV2(bytes);
        }
        if (begins(bytes, V1_PREFIX)) {
            return bytes.readableBytes() < V1_PREFIX.length ? HeaderState.NEED_MORE : decodeV1(bytes);
        }
        return HeaderState.ABSENT;
    }

    private static boolean begins(ByteBuf bytes, byte[] prefix) {
        int length = Math.min(prefix.length, bytes.readableBytes());
        for (int i = 0; i < length; i++) {
            if (bytes.getByte(bytes.readerIndex() + i) != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private HeaderState decodeV1(ByteBuf bytes) {
        int start = bytes.readerIndex();
        int most = Math.min(V1_MOST, bytes.readableBytes());
        int end = bytes.indexOf(start, start + most, (byte) '\r');
        if (end < 0) {
            return most < V1_MOST ? HeaderState.NEED_MORE : HeaderState.MALFORMED;
        }
        if (end + 1 - start >= V1_MOST) {
            return HeaderState.MALFORMED;
        }
        if (end + 1 == bytes.writerIndex()) {
            return HeaderState.NEED_MORE;
        }
        if (bytes.getByte(end + 1) != '\n') {
            return HeaderState.MALFORMED;
        }
        String line = bytes.toString(start, end - start, StandardCharsets.ISO_8859_1);
        int length = end + 2 - start;
        if (line.equals("PROXY UNKNOWN") || line.startsWith("PROXY UNKNOWN ")) {
            return found(null, null, length);
        }
        String[] words = line.split(" ", -1);
        if (words.length != 6) {
            return HeaderState.MALFORMED;
        }
        boolean four = words[1].equals("TCP4");
        if (!four && !words[1].equals("TCP6")) {
            return HeaderState.MALFORMED;
        }
        InetAddress from = address(words[2], four);
        InetAddress to = address(words[3], four);
        int fromPort = port(words[4]);
        int toPort = port(words[5]);
        if (from == null || to == null || fromPort < 0 || toPort < 0) {
            return HeaderState.MALFORMED;
        }
        return found(new InetSocketAddress(from, fromPort), new InetSocketAddress(to, toPort), length);
    }

    private static @Nullable InetAddress address(String text, boolean four) {
        if (!text.chars().allMatch(four ? ProxyHeaderDecoder::isDotted : ProxyHeaderDecoder::isHex)) {
            return null;
        }
        if (four ? !plainIpv4(text) : !NetUtil.isValidIpV6Address(text)) {
            return null;
        }
        byte[] octets = NetUtil.createByteArrayFromIpAddressString(text);
        return octets == null ? null : addressOf(octets);
    }

    private static boolean isDotted(int c) {
        return (c >= '0' && c <= '9') || c == '.';
    }

    private static boolean isHex(int c) {
        return (c < 128 && Character.digit(c, 16) >= 0) || c == ':';
    }

    /** True for four numbers without leading zeros, which some readers take for octal. */
    private static boolean plainIpv4(String text) {
        if (!NetUtil.isValidIpV4Address(text)) {
            return false;
        }
        for (String number : text.split("\\.", -1)) {
            if (number.length() > 1 && number.charAt(0) == '0') {
                return false;
            }
        }
        return true;
    }

    private static int port(String text) {
        if (text.isEmpty()
                || text.length() > 5
                || !text.chars().allMatch(c -> c >= '0' && c <= '9')
                || (text.length() > 1 && text.charAt(0) == '0')) {
            return -1;
        }
        int port = Integer.parseInt(text);
        return port > 65535 ? -1 : port;
    }

    private HeaderState decodeV2(ByteBuf bytes) {
        if (bytes.readableBytes() < V2_FIXED) {
            return HeaderState.NEED_MORE;
        }
        int at = bytes.readerIndex() + V2_SIGNATURE.length;
        int versionAndCommand = bytes.getUnsignedByte(at);
        int family = bytes.getUnsignedByte(at + 1) >>> 4;
        int protocol = bytes.getUnsignedByte(at + 1) & 0xf;
        int rest = bytes.getUnsignedShort(at + 2);
        boolean local = versionAndCommand == 0x20;
        if ((!local && versionAndCommand != 0x21) || family > 3 || protocol > 2 || V2_FIXED + rest > MOST_BYTES) {
            return HeaderState.MALFORMED;
        }
        int addresses = switch (family) {
            case 1 -> 12;
            case 2 -> 36;
            case 3 -> 216;
            default -> 0;
        };
        if (!local && rest < addresses) {
            return HeaderState.MALFORMED;
        }
        if (bytes.readableBytes() < V2_FIXED + rest) {
            return HeaderState.NEED_MORE;
        }
        if (local) {
            return found(null, null, V2_FIXED + rest);
        }
        int first = bytes.readerIndex() + V2_FIXED;
        if (family != 0 && !wholeFields(bytes, first + addresses, first + rest)) {
            return HeaderState.MALFORMED;
        }
        if (protocol != 1 || (family != 1 && family != 2)) {
            return found(null, null, V2_FIXED + rest);
        }
        int size = family == 1 ? 4 : 16;
        return found(
                endpoint(bytes, first, size, first + 2 * size),
                endpoint(bytes, first + size, size, first + 2 * size + 2),
                V2_FIXED + rest);
    }

    /** True when type-length-value fields fill a range exactly. */
    private static boolean wholeFields(ByteBuf bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (to - at < 3) {
                return false;
            }
            at += 3 + bytes.getUnsignedShort(at + 1);
        }
        return at == to;
    }

    private static InetSocketAddress endpoint(ByteBuf bytes, int at, int size, int portAt) {
        byte[] octets = new byte[size];
        bytes.getBytes(at, octets);
        return new InetSocketAddress(addressOf(octets), bytes.getUnsignedShort(portAt));
    }

    private static InetAddress addressOf(byte[] octets) {
        try {
            return InetAddress.getByAddress(octets);
        } catch (UnknownHostException e) {
            throw new AssertionError("4 or 16 bytes are an address", e);
        }
    }

    private HeaderState found(@Nullable InetSocketAddress source, @Nullable InetSocketAddress destination, int length) {
        header = new ProxyHeader(source, destination, length);
        return HeaderState.HEADER;
    }
}
