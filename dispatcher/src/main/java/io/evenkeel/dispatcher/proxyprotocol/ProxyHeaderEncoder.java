// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.proxyprotocol;

import io.netty.buffer.ByteBuf;
import io.netty.util.NetUtil;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes PROXY protocol headers for TCP connections.
 *
 * <p>If one address is IPv4 and the other IPv6, both are written as IPv6, the former mapped. If one is unknown, the
 * header says so.
 */
public final class ProxyHeaderEncoder {

    private static final byte[] V2_SIGNATURE = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A};

    private ProxyHeaderEncoder() {}

    /** Appends a header of version 1, a line of text. */
    public static void v1(@Nullable InetSocketAddress source, @Nullable InetSocketAddress destination, ByteBuf to) {
        StringBuilder line = new StringBuilder("PROXY ");
        if (source == null || destination == null) {
            line.append("UNKNOWN");
        } else {
            boolean four = four(source) && four(destination);
            line.append(four ? "TCP4 " : "TCP6 ")
                    .append(text(source, four))
                    .append(' ')
                    .append(text(destination, four))
                    .append(' ')
                    .append(source.getPort())
                    .append(' ')
                    .append(destination.getPort());
        }
        to.writeCharSequence(line.append("\r\n"), StandardCharsets.US_ASCII);
    }

    /** Appends a header of version 2, which is binary. */
    public static void v2(@Nullable InetSocketAddress source, @Nullable InetSocketAddress destination, ByteBuf to) {
        to.writeBytes(V2_SIGNATURE).writeByte(0x21);
        if (source == null || destination == null) {
            to.writeByte(0x00).writeShort(0);
            return;
        }
        boolean four = four(source) && four(destination);
        to.writeByte(four ? 0x11 : 0x21).writeShort(four ? 12 : 36);
        to.writeBytes(octets(source, four)).writeBytes(octets(destination, four));
        to.writeShort(source.getPort()).writeShort(destination.getPort());
    }

    private static boolean four(InetSocketAddress address) {
        return address.getAddress() instanceof Inet4Address;
    }

    private static String text(InetSocketAddress address, boolean four) {
        if (four) {
            return NetUtil.toAddressString(address.getAddress());
        }
        byte[] octets = octets(address, false);
        StringBuilder text = new StringBuilder(39);
        for (int i = 0; i < 16; i += 2) {
            text.append(i == 0 ? "" : ":")
                    .append(Integer.toHexString(((octets[i] & 0xff) << 8) | (octets[i + 1] & 0xff)));
        }
        return text.toString();
    }

    private static byte[] octets(InetSocketAddress address, boolean four) {
        InetAddress ip = address.getAddress();
        byte[] octets = ip.getAddress();
        if (four || octets.length == 16) {
            return octets;
        }
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xff;
        mapped[11] = (byte) 0xff;
        System.arraycopy(octets, 0, mapped, 12, 4);
        return mapped;
    }
}
