// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.translate.source.EnvironmentReference;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Values in the forms of our grammar. */
public final class Words {

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final int LONGEST_NAME = 100;

    /** The remedy for clients that are sent to another address. */
    public static final String REDIRECT = "'redirect' of a listener or of a route, by host and path, sends clients"
            + " elsewhere (docs/guides/rules.md#redirects); under other conditions the application does";

    private Words() {}

    /** A time in the unit that shows it best; null when it is 0 or longer than 9999 days. */
    public static @Nullable String duration(long ms) {
        if (ms <= 0 || ms > 9_999 * DAY) {
            return null;
        }
        if (ms % DAY == 0) {
            return ms / DAY + "d";
        } else if (ms % HOUR == 0) {
            return ms / HOUR + "h";
        } else if (ms % MINUTE == 0) {
            return ms / MINUTE + "m";
        }
        return ms % SECOND == 0 ? ms / SECOND + "s" : ms + "ms";
    }

    /** A size in the unit that shows it best. */
    public static String size(long bytes) {
        if (bytes > 0 && bytes % (1L << 30) == 0) {
            return (bytes >> 30) + "GB";
        } else if (bytes > 0 && bytes % (1L << 20) == 0) {
            return (bytes >> 20) + "MB";
        }
        return bytes > 0 && bytes % (1L << 10) == 0 ? (bytes >> 10) + "kB" : Long.toString(bytes);
    }

    /** A whole number in a range; null when the text is none. */
    public static @Nullable Integer whole(@Nullable String text, int min, int max) {
        if (text == null || !text.matches("[0-9]{1,10}")) {
            return null;
        }
        long value = Long.parseLong(text);
        return value < min || value > max ? null : (int) value;
    }

    /** A path without slashes at its end. */
    public static String withoutEndSlashes(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    /** A name of the other product as a name of ours. */
    public static String name(String text) {
        String name = text.replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^[^A-Za-z0-9]+", "");
        name = name.isEmpty() ? "unnamed" : name;
        return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
    }

    public static boolean isHost(String text) {
        return ScalarTypes.HOST.accepts(text);
    }

    public static boolean isPath(String text) {
        return ScalarTypes.PATH.accepts(text);
    }

    public static boolean isNetwork(String text) {
        return ScalarTypes.NETWORK.accepts(text) && text.indexOf(':') + text.indexOf('.') > -2;
    }

    /** The name of a cookie that the dispatcher may set and the application may have. */
    public static boolean isCookie(String text) {
        return text.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
                && !text.toLowerCase(Locale.ROOT).matches("(__host-)?evenkeel-.*");
    }

    /** A field that may be taken out of messages; those that the dispatcher needs may not. */
    public static boolean isRemovable(String text) {
        return text.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}")
                && !text.toLowerCase(Locale.ROOT)
                        .replace('_', '-')
                        .matches("connection|content-length|date|endpoint-load-metrics(-bin)?|expect|forwarded|host"
                                + "|http2-settings|keep-alive|max-forwards|proxy-connection|te|trailer"
                                + "|transfer-encoding|upgrade|via|x-forwarded-(for|host|port|proto)|x-real-ip");
    }

    /** A host and a port as an address; null when it is none. IPv6 gets brackets. */
    public static @Nullable String address(String host, int port) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        String shown = bare.indexOf(':') >= 0 && !EnvironmentReference.isIn(bare) ? "[" + bare + "]" : bare;
        String address = shown + ":" + port;
        return EnvironmentReference.isIn(bare) || ScalarTypes.ADDRESS.accepts(address) ? address : null;
    }
}
