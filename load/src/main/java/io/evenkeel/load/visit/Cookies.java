// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.net.ServerAnswer;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A user's cookies, all of one site: names and values; paths are not looked at, and of ages only whether a
 * cookie is taken back.
 *
 * <p>One of them names the session. A server has replaced the session when it sets that cookie to another id than the
 * user sent; the route behind the id, and the four digits that Liberty puts before it, may change without that.
 */
final class Cookies {

    /** Some servers take a cookie back by its age, others by a date at the beginning of 1970 alone. */
    private static final Pattern TAKEN_BACK =
            Pattern.compile(".*;\\s*(max-age=(0|-\\d+)|expires=[^;]*[- ]1970 [^;]*)\\s*(;.*)?");

    private static final Pattern LIBERTY = Pattern.compile("[0-9]{4}[-_0-9A-Za-z]{23}");

    private final String session;
    private final Map<String, String> values = new TreeMap<>();
    private String line = "";
    private boolean hasReplacedSession;

    /** @param session name of the cookie that names the session */
    Cookies(String session) {
        this.session = session;
    }

    /** Keeps the cookies that an answer sets; true when something has changed. */
    boolean keep(ServerAnswer answer) {
        hasReplacedSession = false;
        if (answer.field("Set-Cookie") == null) {
            return false;
        }
        String before = values.get(session);
        for (String set : answer.fields("Set-Cookie")) {
            String pair = set.split(";", 2)[0];
            int equals = pair.indexOf('=');
            if (equals > 0 && TAKEN_BACK.matcher(set.toLowerCase(Locale.ROOT)).matches()) {
                values.remove(pair.substring(0, equals));
            } else if (equals > 0) {
                values.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        String after = values.get(session);
        hasReplacedSession = before != null && after != null && !id(before).equals(id(after));
        String old = line;
        line = values.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        return !line.equals(old);
    }

    /** True when the last answer put another session in the place of the one that the user had. */
    boolean hasReplacedSession() {
        return hasReplacedSession;
    }

    /** The id of a session without its route, as it stands behind {@code .}, {@code :} or {@code !}. */
    private static String id(String value) {
        String plain = value.replace("\"", "");
        int end = 0;
        while (end < plain.length() && ".:!".indexOf(plain.charAt(end)) < 0) {
            end++;
        }
        String id = plain.substring(0, end);
        boolean isLiberty = end < plain.length() && plain.charAt(end) == ':';
        return isLiberty && LIBERTY.matcher(id).matches() ? id.substring(4) : id;
    }

    /** The value of the field Cookie; empty for none. */
    String line() {
        return line;
    }

    void forget() {
        values.clear();
        line = "";
        hasReplacedSession = false;
    }
}
