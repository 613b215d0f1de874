// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.net.ServerAnswer;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A user's cookies, all of one site: names and values; paths and ages other than 0 are not looked at. */
final class Cookies {

    private final Map<String, String> values = new TreeMap<>();
    private String line = "";

    /** Keeps the cookies that an answer sets; true when something has changed. */
    boolean keep(ServerAnswer answer) {
        if (answer.field("Set-Cookie") == null) {
            return false;
        }
        for (String set : answer.fields("Set-Cookie")) {
            String pair = set.split(";", 2)[0];
            int equals = pair.indexOf('=');
            if (equals > 0 && set.toLowerCase(Locale.ROOT).matches(".*;\\s*max-age=0\\s*(;.*)?")) {
                values.remove(pair.substring(0, equals));
            } else if (equals > 0) {
                values.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        String before = line;
        line = values.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        return !line.equals(before);
    }

    /** The value of the field Cookie; empty for none. */
    String line() {
        return line;
    }

    void forget() {
        values.clear();
        line = "";
    }
}
