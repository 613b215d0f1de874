// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times and sizes as HAProxy writes them: a number without a unit is milliseconds, or bytes. */
final class HaproxyTimes {

    private static final Pattern TIME = Pattern.compile("([0-9]{1,12})(us|ms|s|m|h|d)?");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})([kKmMgG]?)");

    private HaproxyTimes() {}

    /** Milliseconds; -1 when the text is not a time. */
    static long ms(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return -1;
        }
        long number = Long.parseLong(time.group(1));
        return switch (time.group(2) == null ? "ms" : time.group(2)) {
            case "us" -> (number + 999) / 1_000;
            case "s" -> number * 1_000;
            case "m" -> number * 60_000;
            case "h" -> number * 3_600_000;
            case "d" -> number * 86_400_000;
            default -> number;
        };
    }

    /** A count with an optional k, m or g; -1 when the text is none. */
    static long size(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            return -1;
        }
        long number = Long.parseLong(size.group(1));
        return switch (size.group(2).toLowerCase(Locale.ROOT)) {
            case "k" -> number << 10;
            case "m" -> number << 20;
            case "g" -> number << 30;
            default -> number;
        };
    }

    /** Sets a key to the time in a line; without a line nothing happens. */
    static void set(DraftSection section, String key, @Nullable HaproxyLine line, int word, Draft draft) {
        if (line == null) {
            return;
        }
        long ms = ms(line.word(word));
        String duration = Words.duration(ms);
        if (duration != null) {
            section.literal(key, duration, line.at());
        } else {
            draft.missing(
                    line.at(),
                    line.shown(),
                    ms == 0 ? "this time cannot be without a limit; the default is in force" : "this is not a time",
                    "set '" + key + "' by hand");
        }
    }
}
