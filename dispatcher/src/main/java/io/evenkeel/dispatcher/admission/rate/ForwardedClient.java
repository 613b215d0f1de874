// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission.rate;

import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The client in {@code X-Forwarded-For} of a request from a trusted proxy: each proxy appends the address that it saw,
 * so the last one that is not itself of a trusted network is the client. What stands before it may be anybody's
 * invention.
 */
public final class ForwardedClient {

    private static final byte[] FIELD = Octets.ascii("x-forwarded-for");
    private static final int LONGEST = 64;

    private ForwardedClient() {}

    /**
     * The client of a request: the one that trusted proxies name where they are believed, else the connected one.
     *
     * @param trusted tells the addresses of trusted proxies
     */
    public static InetAddress of(RequestHead head, Origin origin, Predicate<InetAddress> trusted) {
        InetAddress forwarded = origin.believes(OriginField.X_FORWARDED_FOR) ? of(head, trusted) : null;
        return forwarded == null ? origin.client().getAddress() : forwarded;
    }

    /** The client's address; null when the field names none. Allocates. */
    static @Nullable InetAddress of(RequestHead head, Predicate<InetAddress> trusted) {
        InetAddress farthest = null;
        byte[] octets = head.octets();
        for (int line = head.lineBefore(head.fields(), FIELD); line >= 0; line = head.lineBefore(line, FIELD)) {
            int to = head.valueEnd(line);
            while (to > head.valueAt(line)) {
                int from = to;
                while (from > head.valueAt(line) && octets[from - 1] != ',') {
                    from--;
                }
                InetAddress address = address(octets, from, to);
                if (address == null) {
                    return farthest;
                }
                if (!trusted.test(address)) {
                    return address;
                }
                farthest = address;
                to = from - 1;
            }
        }
        return farthest;
    }

    /** The address of an item, with a port or without; null when it is none. Asks no name server. */
    private static @Nullable InetAddress address(byte[] octets, int from, int to) {
        String text =
                to - from > LONGEST ? "" : new String(octets, from, to - from, StandardCharsets.ISO_8859_1).strip();
        int colon = text.indexOf(':');
        if (colon >= 0 && colon == text.lastIndexOf(':')) {
            text = text.substring(0, colon);
        } else if (text.startsWith("[")) {
            int end = text.indexOf(']');
            text = end < 0 ? "" : text.substring(1, end);
        }
        return text.indexOf(':') >= 0 ? inet6(text) : inet4(text);
    }

    private static @Nullable InetAddress inet6(String text) {
        try {
            // between brackets nothing but an address of IPv6 is taken
            return text.indexOf('%') >= 0 ? null : InetAddress.getByName("[" + text + "]");
        } catch (UnknownHostException e) {
            return null;
        }
    }

    private static @Nullable InetAddress inet4(String text) {
        byte[] address = new byte[4];
        int at = 0;
        int digits = 0;
        int value = 0;
        for (int i = 0; i <= text.length(); i++) {
            char next = i < text.length() ? text.charAt(i) : '.';
            if (next == '.') {
                if (digits == 0 || digits > 3 || value > 255 || at == address.length) {
                    return null;
                }
                address[at++] = (byte) value;
                digits = 0;
                value = 0;
            } else if (next >= '0' && next <= '9') {
                value = Math.min(1000, 10 * value + next - '0');
                digits++;
            } else {
                return null;
            }
        }
        try {
            return at == address.length ? InetAddress.getByAddress(address) : null;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}
