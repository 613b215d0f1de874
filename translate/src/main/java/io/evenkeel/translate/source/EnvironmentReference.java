// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.source;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * References to environment variables inside texts. Readers put a mark there that no file can contain by itself, so
 * that a reference stays one, and a dollar sign that is none stays a dollar sign.
 */
public final class EnvironmentReference {

    private static final char BEGIN = '\uE000';
    private static final char DEFAULT = '\uE001';
    private static final char END = '\uE002';
    private static final Pattern MARK =
            Pattern.compile(BEGIN + "([^" + DEFAULT + END + "]*)(" + DEFAULT + "([^" + END + "]*))?" + END);

    private EnvironmentReference() {}

    /** The mark for a variable. */
    public static String to(String name) {
        return BEGIN + name + END;
    }

    /** The mark for a variable that has a default. */
    public static String to(String name, String otherwise) {
        return BEGIN + name + DEFAULT + otherwise + END;
    }

    public static boolean isIn(String text) {
        return text.indexOf(BEGIN) >= 0;
    }

    /** A text of a file without characters that would look like marks. */
    public static String withoutMarks(String text) {
        return text.replace(BEGIN, '?').replace(DEFAULT, '?').replace(END, '?');
    }

    /** The text as a value of our configuration: references as {@code ${env:NAME}}, other dollar signs doubled. */
    public static String written(String text) {
        Matcher marks = MARK.matcher(text.replace("$", "$$"));
        return marks.replaceAll(mark -> Matcher.quoteReplacement(
                "${env:" + mark.group(1) + (mark.group(3) == null ? "" : ":-" + mark.group(3)) + "}"));
    }

    /** The place of the last colon that is not inside a reference; -1 when there is none. */
    public static int lastColon(String text) {
        int depth = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            char c = text.charAt(i);
            if (c == END) {
                depth++;
            } else if (c == BEGIN) {
                depth--;
            } else if (c == ':' && depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
