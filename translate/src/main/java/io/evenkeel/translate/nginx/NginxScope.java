// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Directives in braces, inside of other braces whose directives they inherit. */
record NginxScope(NginxDirective block, @Nullable NginxScope outer) {

    private static final Pattern TIME = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d|w)?");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})([kKmMgG]?)");

    NginxScope inner(NginxDirective below) {
        return new NginxScope(below, this);
    }

    /** The directive in force; null when there is none. */
    @Nullable
    NginxDirective last(String name) {
        List<NginxDirective> own = block.inside(name);
        own.forEach(NginxDirective::understood);
        if (!own.isEmpty()) {
            return own.get(own.size() - 1);
        }
        return outer == null ? null : outer.last(name);
    }

    /** The directives in force of a kind that is set as a whole: those of the innermost braces that have any. */
    List<NginxDirective> all(String name) {
        List<NginxDirective> own = block.inside(name);
        own.forEach(NginxDirective::understood);
        return !own.isEmpty() || outer == null ? own : outer.all(name);
    }

    /** The directives of all braces, inner ones first. */
    List<NginxDirective> everywhere(String name) {
        List<NginxDirective> found = new ArrayList<>(block.inside(name));
        found.forEach(NginxDirective::understood);
        if (outer != null) {
            found.addAll(outer.everywhere(name));
        }
        return found;
    }

    /** Milliseconds; a number alone is seconds. -1 when the text is not a time. */
    static long ms(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return -1;
        }
        long number = Long.parseLong(time.group(1));
        return switch (time.group(2) == null ? "s" : time.group(2)) {
            case "ms" -> number;
            case "m" -> number * 60_000;
            case "h" -> number * 3_600_000;
            case "d" -> number * 86_400_000;
            case "w" -> number * 7 * 86_400_000;
            default -> number * 1_000;
        };
    }

    /** Bytes; -1 when the text is not a size. */
    static long size(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            return -1;
        }
        long number = Long.parseLong(size.group(1));
        return switch (size.group(2)) {
            case "k", "K" -> number << 10;
            case "m", "M" -> number << 20;
            case "g", "G" -> number << 30;
            default -> number;
        };
    }
}
