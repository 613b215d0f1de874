// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The host of a request as a certificate has it: in lower case, without a port, brackets or a dot at its end. */
public final class HostName {

    private HostName() {}

    /**
     * The host of a request; null when it names none.
     *
     * @param last returned again when it is the same, so that a client which stays with a host costs no memory
     */
    public static @Nullable String of(RequestHead head, @Nullable String last) {
        byte[] octets = head.octets();
        int from = head.hostAt();
        int to = head.hostEnd();
        if (from < to && octets[from] == '[') {
            from++;
            to = indexOf(octets, from, to, ']');
        } else {
            to = indexOf(octets, from, to, ':');
        }
        if (to > from && octets[to - 1] == '.') {
            to--;
        }
        if (from >= to) {
            return null;
        }
        return last != null && isSame(last, octets, from, to)
                ? last
                : new String(octets, from, to - from, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    }

    private static int indexOf(byte[] octets, int from, int to, int wanted) {
        for (int i = from; i < to; i++) {
            if (octets[i] == wanted) {
                return i;
            }
        }
        return to;
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
