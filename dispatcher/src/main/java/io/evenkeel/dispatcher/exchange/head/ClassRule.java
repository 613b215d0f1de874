// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.cluster.QueueClass.SessionKind;
import io.evenkeel.config.text.Octets;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.http.CookieReader;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Conditions of a class on a head, as octets. */
final class ClassRule {

    private final byte @Nullable [] path;
    private final byte @Nullable [] host;
    /** The host stands for every name that ends in it. */
    private final boolean below;

    private final byte @Nullable [] field;
    private final byte @Nullable [] fieldValue;
    private final @Nullable CookieReader cookie;
    private final byte @Nullable [] cookieValue;
    private final SessionKind session;

    ClassRule(QueueClass written) {
        path = written.path() == null ? null : path(written.path());
        String name = written.host();
        below = name != null && name.startsWith("*.");
        host = name == null ? null : Octets.ascii(dotless(below ? name.substring(1) : name));
        String header = written.header();
        int colon = header == null ? -1 : header.indexOf(':');
        field = header == null
                ? null
                : Octets.ascii((colon < 0 ? header : header.substring(0, colon)).toLowerCase(Locale.ROOT));
        fieldValue = header == null || colon < 0
                ? null
                : Octets.ascii(header.substring(colon + 1).strip());
        String mark = written.cookie();
        int equals = mark == null ? -1 : mark.indexOf('=');
        cookie = mark == null ? null : new CookieReader(equals < 0 ? mark : mark.substring(0, equals));
        cookieValue = mark == null || equals < 0 ? null : Octets.ascii(mark.substring(equals + 1));
        session = written.session();
    }

    /** The prefix as {@link RoutePath} gives paths, without a slash at its end; null when it is that of every path. */
    private static byte @Nullable [] path(String prefix) {
        byte[] octets = prefix.getBytes(StandardCharsets.ISO_8859_1);
        RoutePath path = new RoutePath();
        path.read(octets, 0, octets.length);
        byte[] read = path.toBytes();
        int length = read[read.length - 1] == '/' ? read.length - 1 : read.length;
        return length == 0 ? null : Arrays.copyOf(read, length);
    }

    private static String dotless(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    boolean fits(RequestHead head, RoutePath asked, boolean running) {
        return (session == SessionKind.ANY || running == (session == SessionKind.RUNNING))
                && (path == null || asked.isBelow(path))
                && (host == null || isHost(head, host))
                && (field == null || hasField(head, field))
                && (cookie == null || hasCookie(head, cookie));
    }

    private boolean isHost(RequestHead head, byte[] wanted) {
        byte[] octets = head.octets();
        int from = head.hostAt();
        int to = head.hostEnd();
        for (int i = to - 1; i > from && octets[i] != ']'; i--) {
            if (octets[i] == ':') {
                to = i;
                break;
            }
        }
        if (to - 1 > from && octets[to - 1] == '.') {
            to--;
        }
        int start = to - wanted.length;
        return (below ? start > from : start == from) && Octets.equalsLower(octets, start, to, wanted);
    }

    private boolean hasField(RequestHead head, byte[] wanted) {
        for (int line = 0; line < head.fields(); line++) {
            if (head.isNamed(line, wanted)
                    && (fieldValue == null || is(head.octets(), head.valueAt(line), head.valueEnd(line), fieldValue))) {
                return true;
            }
        }
        return false;
    }

    private boolean hasCookie(RequestHead head, CookieReader reader) {
        for (boolean found = reader.first(head); found; found = reader.next(head)) {
            if (cookieValue == null || is(head.octets(), reader.valueAt(), reader.valueEnd(), cookieValue)) {
                return true;
            }
        }
        return false;
    }

    private static boolean is(byte[] octets, int from, int to, byte[] wanted) {
        return Arrays.equals(octets, from, to, wanted, 0, wanted.length);
    }
}
