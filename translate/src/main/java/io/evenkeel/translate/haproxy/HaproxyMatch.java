// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Requests for a host and below a path; a part that is null matches all. */
record HaproxyMatch(@Nullable String host, @Nullable String path) {

    static final HaproxyMatch ALL = new HaproxyMatch(null, null);

    /** The requests that both match; null when there are none. */
    @Nullable
    HaproxyMatch and(HaproxyMatch other) {
        String bothHosts = narrower(host, other.host, true);
        String bothPaths = narrower(path, other.path, false);
        boolean never = (bothHosts == null && host != null && other.host != null)
                || (bothPaths == null && path != null && other.path != null);
        return never ? null : new HaproxyMatch(bothHosts, bothPaths);
    }

    private static @Nullable String narrower(@Nullable String a, @Nullable String b, boolean hosts) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        if (a.equals(b) || (hosts ? isBelow(a, b) : a.startsWith(b))) {
            return a;
        }
        return (hosts ? isBelow(b, a) : b.startsWith(a)) ? b : null;
    }

    private static boolean isBelow(String host, String pattern) {
        return pattern.startsWith("*.")
                && host.toLowerCase(Locale.ROOT).endsWith(pattern.substring(1).toLowerCase(Locale.ROOT));
    }
}
