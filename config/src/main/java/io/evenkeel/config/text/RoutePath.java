// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.text;

/**
 * A path as routes compare it: the way most servers understand it, so that another spelling of a path finds the same
 * route.
 *
 * <p>Path parameters ({@code ;a}) are left out, percent-encoded octets decoded once, empty segments merged and dot
 * segments resolved, in the order in which servlet containers do it. Where servers come to different paths, the path
 * is doubtful: an encoded slash or backslash, a backslash, NUL, a percent sign that encodes nothing, or {@code ..}
 * segments that climb above the root, that remove an empty segment or a {@code .} with parameters, or that have
 * parameters themselves. Servers that know no parameters take such dots for a name.
 *
 * <p>An object is used for path after path; what it says is good until the next {@link #read}. A path in which nothing
 * is to be done is compared where it stands and not copied. One thread.
 */
public final class RoutePath {

    private static final byte[] ENCODED_SLASH = Octets.ascii("%2F");
    private static final byte[] ENCODED_BACKSLASH = Octets.ascii("%5C");
    private static final byte[] ENCODED_NUL = Octets.ascii("%00");

    private byte[] copy = new byte[256];
    private int length;
    private byte[] octets = copy;
    private int from;
    private int to;
    private boolean doubtful;
    private boolean cut;
    private boolean disputedSeen;
    private int segmentsSinceDisputed;

    /** Forgets what was read. */
    public void clear() {
        from = 0;
        to = 0;
        doubtful = false;
    }

    /** Reads the path that begins at {@code start} and ends before the first {@code ?} or at {@code stop}. */
    public void read(byte[] source, int start, int stop) {
        boolean plain = true;
        byte before = 0;
        int i = start;
        for (; i < stop; i++) {
            byte octet = source[i];
            if (octet == '?') {
                break;
            }
            boolean special = octet == '%' || octet == ';' || octet == '\\';
            plain &= !special && !(before == '/' && (octet == '/' || octet == '.'));
            before = octet;
        }
        doubtful = false;
        if (plain) {
            octets = source;
            from = start;
            to = i;
        } else {
            resolve(source, start, i);
            octets = copy;
            from = 0;
            to = length;
        }
    }

    private void resolve(byte[] source, int start, int stop) {
        if (copy.length < stop - start + 1) {
            copy = new byte[stop - start + 1];
        }
        length = 0;
        disputedSeen = false;
        segmentsSinceDisputed = 0;
        int i = start;
        while (i < stop) {
            int segment = length;
            copy[length++] = '/';
            i = decodeSegment(source, i + 1, stop);
            endSegment(segment, i == stop);
        }
        if (length == 0) {
            copy[length++] = '/';
        }
    }

    /** Appends a segment without its parameters; returns where the next one begins. */
    private int decodeSegment(byte[] source, int start, int stop) {
        boolean parameters = false;
        int i = start;
        while (i < stop && source[i] != '/') {
            byte octet = source[i];
            int end = length;
            if (octet == '%') {
                i = decode(source, i, stop);
            } else {
                doubtful |= octet == '\\';
                parameters |= octet == ';';
                copy[length++] = octet;
                i++;
            }
            if (parameters) {
                length = end;
            }
        }
        cut = parameters;
        return i;
    }

    /** Appends what a percent sign and two digits stand for, or the percent sign alone when they stand for nothing. */
    private int decode(byte[] source, int at, int stop) {
        int high = at + 2 < stop ? Octets.hex(source[at + 1]) : -1;
        int low = at + 2 < stop ? Octets.hex(source[at + 2]) : -1;
        if (high < 0 || low < 0) {
            doubtful = true;
            copy[length++] = '%';
            return at + 1;
        }
        byte octet = (byte) (high << 4 | low);
        switch (octet) {
            case '/' -> keepEncoded(ENCODED_SLASH);
            case '\\' -> keepEncoded(ENCODED_BACKSLASH);
            case 0 -> keepEncoded(ENCODED_NUL);
            default -> copy[length++] = octet;
        }
        return at + 3;
    }

    private void keepEncoded(byte[] encoded) {
        doubtful = true;
        System.arraycopy(encoded, 0, copy, length, encoded.length);
        length += encoded.length;
    }

    /**
     * Takes back a segment that began at {@code segment} when it is empty or made of dots; a last one leaves its slash.
     * An empty one and a dot with parameters count as segments for some servers, so no dots may take back what is
     * before them.
     */
    private void endSegment(int segment, boolean last) {
        int size = length - segment - 1;
        boolean dots = size <= 2 && (size < 1 || copy[segment + 1] == '.') && (size < 2 || copy[segment + 2] == '.');
        if (!dots) {
            segmentsSinceDisputed++;
            return;
        }
        length = segment;
        if (!last && (size == 0 || (size == 1 && cut))) {
            disputedSeen = true;
            segmentsSinceDisputed = 0;
        } else if (size == 2) {
            doubtful |= cut;
            climb();
        }
        if (last) {
            copy[length++] = '/';
        }
    }

    private void climb() {
        doubtful |= length == 0 || (disputedSeen && segmentsSinceDisputed == 0);
        segmentsSinceDisputed--;
        while (length > 0 && copy[length - 1] != '/') {
            length--;
        }
        length = Math.max(0, length - 1);
    }

    /** True when servers disagree about the path that was read. */
    public boolean doubtful() {
        return doubtful;
    }

    /** True when {@code prefix}, which does not end in a slash, is the path or ends at a border of its segments. */
    public boolean isBelow(byte[] prefix) {
        int next = from + prefix.length;
        return Octets.startsWith(octets, from, to, prefix) && (next == to || octets[next] == '/');
    }

    /** True when the path ends in these octets. */
    public boolean endsIn(byte[] suffix) {
        return to - from >= suffix.length && Octets.startsWith(octets, to - suffix.length, to, suffix);
    }

    /** The array that holds the path; good until the next {@link #read}, and as long as the array that was read. */
    public byte[] octets() {
        return octets;
    }

    /** The index of the first octet in {@link #octets}. */
    public int from() {
        return from;
    }

    /** The index behind the last octet in {@link #octets}. */
    public int to() {
        return to;
    }

    /** A copy of the path. */
    public byte[] toBytes() {
        byte[] path = new byte[to - from];
        System.arraycopy(octets, from, path, 0, path.length);
        return path;
    }
}
