// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.condition;

import io.evenkeel.config.text.RoutePath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Prefixes of paths. */
public final class PathPrefix {

    private PathPrefix() {}

    /**
     * A prefix as {@link RoutePath#isBelow} wants it: as {@link RoutePath} gives paths, without a slash at its end;
     * null when it is that of every path. One with parameters or a query stays as it is, so that it does not stand for
     * more than it says.
     */
    public static byte @Nullable [] compared(String prefix) {
        byte[] octets = prefix.getBytes(StandardCharsets.ISO_8859_1);
        if (prefix.indexOf(';') >= 0 || prefix.indexOf('?') >= 0) {
            return octets;
        }
        RoutePath path = new RoutePath();
        path.read(octets, 0, octets.length);
        byte[] read = path.toBytes();
        int length = read[read.length - 1] == '/' ? read.length - 1 : read.length;
        return length == 0 ? null : Arrays.copyOf(read, length);
    }
}
