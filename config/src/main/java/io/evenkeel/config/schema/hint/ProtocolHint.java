// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema.hint;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hints for those who ask for HTTP/2 under another of its names, or at another place than where it is said. */
public final class ProtocolHint {

    private static final Set<String> NAMES =
            Set.of("h2", "h2c", "http2", "http/2", "http/2.0", "http-2", "http2.0", "grpc", "grpcs");

    private ProtocolHint() {}

    /**
     * A hint at the right word where a choice has another one.
     *
     * @param words of the choice
     * @return null when {@code typed} is not a name of HTTP/2, or the choice is not one of protocols
     */
    public static @Nullable String forWord(String typed, Collection<String> words) {
        if (!isHttp2(typed)) {
            return null;
        }
        if (words.contains("h2")) {
            return "did you mean 'h2'?";
        }
        return words.contains("http") && words.contains("tcp")
                ? "a listener of http speaks HTTP/2 too, see its key 'http2'; for nodes it is 'protocol: h2' at the cluster"
                : null;
    }

    /**
     * A hint at the right key for a key that a section does not have.
     *
     * @param keys of the section
     * @return null when {@code typed} is not a name of HTTP/2, or the section says nothing of protocols
     */
    public static @Nullable String forKey(String typed, Collection<String> keys) {
        if (!isHttp2(typed)) {
            return null;
        }
        if (keys.contains("http2")) {
            return "did you mean 'http2'?";
        }
        return keys.contains("protocol") ? "did you mean 'protocol: h2'?" : null;
    }

    private static boolean isHttp2(String typed) {
        return NAMES.contains(typed.toLowerCase(Locale.ROOT));
    }
}
