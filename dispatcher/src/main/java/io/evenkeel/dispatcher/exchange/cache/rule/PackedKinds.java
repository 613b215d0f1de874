// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.text.FieldNames;
import java.util.List;

/**
 * Words in the head of an answer about packing its content: kinds that are packed already, so that packing them again
 * takes time and gives nothing, and fields that forbid to send it packed.
 */
public final class PackedKinds {

    private static final byte[] ENCODING = Octets.ascii("content-encoding");
    private static final byte[] TYPE = Octets.ascii("content-type");
    private static final byte[] CACHE_CONTROL = Octets.ascii("cache-control");
    private static final byte[] SVG = Octets.ascii("image/svg");

    /** Fields that are about the very octets of the content. */
    private static final FieldNames OF_OCTETS = FieldNames.of(
            List.of("content-md5", "digest", "content-digest", "repr-digest", "signature", "signature-input"));

    private static final List<byte[]> KINDS = List.of(
            Octets.ascii("image/"),
            Octets.ascii("video/"),
            Octets.ascii("audio/"),
            Octets.ascii("font/woff"),
            Octets.ascii("application/zip"),
            Octets.ascii("application/gzip"),
            Octets.ascii("application/zstd"),
            Octets.ascii("application/x-7z"),
            Octets.ascii("application/java-archive"),
            Octets.ascii("application/pdf"));

    private PackedKinds() {}

    /** True when no line of a head says that its content is packed. */
    public static boolean mayShrink(byte[] lines) {
        for (int line = 0; line < lines.length; ) {
            int end = Octets.indexOf(lines, line, lines.length, Octets.CR);
            int colon = Octets.indexOf(lines, line, end, (byte) ':');
            int value = Math.min(end, colon + 2);
            if (Octets.equalsLower(lines, line, colon, ENCODING)) {
                return false;
            }
            if (Octets.equalsLower(lines, line, colon, TYPE) && isPacked(lines, value, end)) {
                return false;
            }
            line = end + 2;
        }
        return true;
    }

    /** True when the content may be sent packed, to clients that take it. */
    public static boolean mayBeEncoded(byte[] lines) {
        CacheControl control = new CacheControl();
        for (int line = 0; line < lines.length; ) {
            int end = Octets.indexOf(lines, line, lines.length, Octets.CR);
            int colon = Octets.indexOf(lines, line, end, (byte) ':');
            if (OF_OCTETS.has(lines, line, colon)) {
                return false;
            }
            if (Octets.equalsLower(lines, line, colon, CACHE_CONTROL)) {
                control.add(lines, Math.min(end, colon + 2), end);
            }
            line = end + 2;
        }
        return !control.noTransform() && mayShrink(lines);
    }

    private static boolean isPacked(byte[] lines, int from, int to) {
        return !begins(lines, from, to, SVG) && KINDS.stream().anyMatch(kind -> begins(lines, from, to, kind));
    }

    private static boolean begins(byte[] lines, int from, int to, byte[] kind) {
        return to - from >= kind.length && Octets.equalsLower(lines, from, from + kind.length, kind);
    }
}
