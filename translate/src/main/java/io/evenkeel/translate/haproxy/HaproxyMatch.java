// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Requests for a host and below a path; a part that is null matches all.
 *
 * @param alone whether HAProxy means this path alone, without what is below it
 */
record HaproxyMatch(@Nullable String host, @Nullable String path, boolean alone) {

    static final HaproxyMatch ALL = new HaproxyMatch(null, null);

    HaproxyMatch(@Nullable String host, @Nullable String path) {
        this(host, path, false);
    }

    /** The requests that both match; null when there are none. */
    @Nullable
    HaproxyMatch and(HaproxyMatch other) {
        String bothHosts = narrower(host, other.host, true);
        String bothPaths = narrower(path, other.path, false);
        boolean never = (bothHosts == null && host != null && other.host != null)
                || (bothPaths == null && path != null && other.path != null);
        return never ? null : new HaproxyMatch(bothHosts, bothPaths, alone || other.alone);
    }

    /** The requests of a route that another one matches, too, by whole segments; null when there are none. */
    @Nullable
    HaproxyMatch within(HaproxyMatch other) {
        boolean apart = path != null
                && other.path != null
                && !(path + "/").startsWith(other.path + "/")
                && !(other.path + "/").startsWith(path + "/");
        return apart ? null : and(other);
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
