// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps values that the environment or a file gave out of messages; a message shows the reference instead, as it stands
 * in the text. One thread.
 */
final class ValueMask {

    /** A shorter value is hidden only in quotes, because it may be part of any word. */
    private static final int LEAST_BARE = 4;

    private static final Pattern QUOTED = Pattern.compile("'([^']+)'|\"([^\"]+)\"");

    private final Map<String, String> shown = new LinkedHashMap<>();
    private final Map<TextPlace, Substitution.Result> places = new HashMap<>();

    /**
     * Hides a value from now on.
     *
     * @param place of the value
     * @param written the value as it stands in the text
     */
    void over(TextPlace place, String written, Substitution.Result result) {
        places.put(place, result);
        hide(result.text(), written);
        result.pieces().forEach((piece, reference) -> {
            hide(piece, reference);
            piece.lines().forEach(line -> hide(line.strip(), reference));
        });
    }

    private void hide(String value, String written) {
        if (!value.isBlank()) {
            shown.putIfAbsent(value, written);
        }
    }

    /** Words about a value at a place, without the hidden values. */
    String words(TextPlace place, String words) {
        if (shown.isEmpty()) {
            return words;
        }
        String safe = words;
        for (Map.Entry<String, String> each : shown.entrySet()) {
            if (each.getKey().length() >= LEAST_BARE) {
                safe = safe.replace(each.getKey(), each.getValue());
            }
        }
        Substitution.Result here = places.get(place);
        return QUOTED.matcher(safe).replaceAll(match -> Matcher.quoteReplacement(quoted(match.group(), here)));
    }

    /**
     * A quoted word is hidden when it is a value, or part of the value that the message is about, such as the host of
     * an address.
     */
    private String quoted(String quoted, Substitution.@Nullable Result here) {
        String word = quoted.substring(1, quoted.length() - 1);
        char quote = quoted.charAt(0);
        String written = shown.get(word);
        if (written == null && here != null) {
            String lower = word.toLowerCase(Locale.ROOT);
            written = here.pieces().entrySet().stream()
                    .filter(piece -> piece.getKey().toLowerCase(Locale.ROOT).contains(lower))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
        }
        return written == null ? quoted : quote + written + quote;
    }
}
