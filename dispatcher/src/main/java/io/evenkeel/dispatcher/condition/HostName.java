// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.condition;

import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The name in a host that a request or a server tells, which may have a port and the dot of the root behind it. The dot
 * makes no other name of it (RFC 3986 §3.2.2), and no case does. An IPv6 address keeps its brackets, except in
 * {@link #of}, which gives it as a certificate has it.
 */
public final class HostName {

    private HostName() {}

    /** End of the host {@code [from, to)} of a head that was accepted, without its port. */
    public static int withoutPort(byte[] octets, int from, int to) {
        for (int i = to - 1; i > from && octets[i] != ']'; i--) {
            if (octets[i] == ':') {
                return i;
            }
        }
        return to;
    }

    /** End of the name in {@link #withoutPort such a host}: without the dot of the root, too, unless that is all. */
    public static int end(byte[] octets, int from, int to) {
        int end = withoutPort(octets, from, to);
        return end - 1 > from && octets[end - 1] == '.' ? end - 1 : end;
    }

    /** A host without a port, as requests are compared with it: in lower case, and without the dot of the root. */
    public static String plain(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.length() > 1 && lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    /**
     * The name in the host of a request as a certificate has it: in lower case, an address without brackets; null when
     * the request names none.
     *
     * @param last returned again when it is the same, so that a client which stays with a host costs no memory
     */
    public static @Nullable String of(RequestHead head, @Nullable String last) {
        byte[] octets = head.octets();
        int from = head.hostAt();
        int to = end(octets, from, head.hostEnd());
        if (from < to && octets[from] == '[') {
            from++;
            to--;
        }
        if (from == to || (to - from == 1 && octets[from] == '.')) {
            return null;
        }
        return last != null && isSame(last, octets, from, to)
                ? last
                : new String(octets, from, to - from, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    }

    private static boolean isSame(String last, byte[] octets, int from, int to) {
        if (last.length() != to - from) {
            return false;
        }
        for (int i = from; i < to; i++) {
            int c = octets[i];
            if (last.charAt(i - from) != (c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c & 0xff)) {
                return false;
            }
        }
        return true;
    }
}
