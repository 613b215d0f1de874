// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.listener.PathSettings;
import io.evenkeel.config.text.Octets;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * Takes the beginning of paths away and puts another one in front, on the reading of the path by which routes compare
 * ({@link RoutePath}). What is left goes on as it came; a path with dot segments goes on as it is read, encoded again
 * and without path parameters, so that its dots cannot lead above the new beginning. Immutable; nothing is allocated.
 */
public final class PathChange {

    private static final PercentEncoding ENCODING = new PercentEncoding("-._~!$&'()*+,=:@/");

    private final byte[] strip;
    private final byte[][] segments;
    private final byte[] add;

    private PathChange(String strip, String add) {
        this.strip = Octets.ascii(strip);
        this.add = Octets.ascii(add);
        String[] names = strip.isEmpty() ? new String[0] : strip.substring(1).split("/");
        segments = new byte[names.length][];
        for (int k = 0; k < names.length; k++) {
            segments[k] = Octets.ascii(names[k]);
        }
    }

    static @Nullable PathChange of(PathSettings settings) {
        String strip = settings.strip();
        String add = settings.add();
        return strip == null && add == null ? null : new PathChange(strip == null ? "" : strip, add == null ? "" : add);
    }

    /**
     * Writes path and query as nodes get them.
     *
     * @param path scratch space
     * @param out is cleared first
     * @return false for a path that servers understand differently, or that does not begin as it should
     */
    public boolean write(RequestHead head, RoutePath path, HeadBuffer out) {
        out.clear();
        byte[] octets = head.octets();
        int from = head.target().pathAt();
        int to = head.target().end();
        if (head.target().isAsterisk()) {
            out.add((byte) '*');
            return true;
        }
        path.read(octets, from, to);
        if (path.doubtful()) {
            return false;
        }
        int end = Octets.indexOf(octets, from, to, (byte) '?');
        out.add(add);
        if (!asItCame(octets, from, end, out) && !asRead(path, out)) {
            return false;
        }
        out.add(octets, end, to);
        return true;
    }

    /** Writes what is left of the path as it came; false, and nothing is written, when there are dot segments. */
    private boolean asItCame(byte[] octets, int from, int end, HeadBuffer out) {
        int at = from;
        int last = from;
        for (int k = 0; k < segments.length; k++) {
            while (isEmpty(octets, at, end)) {
                at = segmentEnd(octets, at + 1, end);
            }
            last = at;
            at = at == end ? end : segmentEnd(octets, at + 1, end);
            if (last == at || !isSegment(octets, last + 1, nameEnd(octets, last + 1, at), segments[k])) {
                return false;
            }
        }
        for (int next = at; next < end; next = segmentEnd(octets, next + 1, end)) {
            int stop = nameEnd(octets, next + 1, end);
            if (isDots(octets, next + 1, stop)) {
                return false;
            }
        }
        while (at + 1 < end && octets[at + 1] == '/') {
            at++;
        }
        if (at == end) {
            out.add((byte) '/');
            // the parameters of the last segment, such as a session's id, belong to what is left
            at = segments.length == 0 ? end : nameEnd(octets, last + 1, end);
        }
        out.add(octets, at, end);
        return true;
    }

    /** Writes what is left of the path as it is read; false when it does not begin as it should. */
    private boolean asRead(RoutePath path, HeadBuffer out) {
        if (strip.length > 0 && !path.isBelow(strip)) {
            return false;
        }
        byte[] octets = path.octets();
        int at = path.from() + strip.length;
        if (at == path.to()) {
            out.add((byte) '/');
        }
        ENCODING.write(octets, at, path.to(), out);
        return true;
    }

    /** True when an empty segment begins here, behind which another one follows. */
    private static boolean isEmpty(byte[] octets, int at, int end) {
        return at < end && nameEnd(octets, at + 1, end) == at + 1 && segmentEnd(octets, at + 1, end) < end;
    }

    private static int segmentEnd(byte[] octets, int from, int end) {
        return Octets.indexOf(octets, from, end, (byte) '/');
    }

    /** End of a segment without its parameters; looks at no octet behind the segment. */
    private static int nameEnd(byte[] octets, int from, int end) {
        return Octets.indexOf(octets, from, segmentEnd(octets, from, end), (byte) ';');
    }

    private static boolean isSegment(byte[] octets, int from, int end, byte[] wanted) {
        int at = from;
        for (byte each : wanted) {
            if (at >= end) {
                return false;
            }
            if (octets[at] == '%') {
                if (decoded(octets, at) != (each & 0xff)) {
                    return false;
                }
                at += 3;
            } else if (octets[at++] != each) {
                return false;
            }
        }
        return at == end;
    }

    private static boolean isDots(byte[] octets, int from, int end) {
        int dots = 0;
        for (int at = from; at < end; dots++) {
            int octet = octets[at] == '%' ? decoded(octets, at) : octets[at];
            if (octet != '.' || dots == 2) {
                return false;
            }
            at += octets[at] == '%' ? 3 : 1;
        }
        return dots > 0;
    }

    /** The octet that a percent sign and two digits stand for; the path is not doubtful, so they are there. */
    private static int decoded(byte[] octets, int at) {
        return Octets.hex(octets[at + 1]) << 4 | Octets.hex(octets[at + 2]);
    }
}
