// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.source.EnvironmentReference;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceLine;
import io.evenkeel.translate.source.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words of a file by HAProxy's rules of quoting: a backslash takes the next character as it is, single quotes take all,
 * double quotes all but backslashes and references to the environment. A backslash at the end of a line continues it.
 */
final class HaproxyLexer {

    private static final Pattern REFERENCE =
            Pattern.compile("\\$(?:\\{([A-Za-z_.][A-Za-z0-9_.]*)(\\[\\*])?(?:-([^}]*))?}|([A-Za-z_][A-Za-z0-9_]*))");

    private final SourceLine at;
    private final String text;
    private final int lastBrace;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean begun;
    private int next;

    private HaproxyLexer(SourceLine at, String text) {
        this.at = at;
        this.text = text;
        this.lastBrace = text.lastIndexOf('}');
    }

    /** The lines that have words. */
    static List<HaproxyLine> lines(SourceText source) throws MalformedFileException {
        List<HaproxyLine> lines = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int begin = 0;
        for (int i = 0; i < source.lines().size(); i++) {
            String line = EnvironmentReference.withoutMarks(source.lines().get(i));
            boolean goesOn = line.endsWith("\\")
                    && !line.endsWith("\\\\")
                    && i + 1 < source.lines().size();
            if (text.isEmpty()) {
                begin = i + 1;
            }
            text.append(goesOn ? line.substring(0, line.length() - 1) + " " : line);
            SourceLine at = new SourceLine(source.file(), begin);
            SourceText.refuseLong(at, text.length());
            if (goesOn) {
                continue;
            }
            List<String> words = new HaproxyLexer(at, text.toString()).words();
            if (!words.isEmpty()) {
                lines.add(new HaproxyLine(at, words));
            }
            text.setLength(0);
        }
        return lines;
    }

    private List<String> words() throws MalformedFileException {
        while (next < text.length()) {
            char c = text.charAt(next++);
            if (c == '#') {
                break;
            } else if (Character.isWhitespace(c)) {
                end();
            } else if (c == '\\') {
                escaped();
            } else if (c == '\'') {
                strong();
            } else if (c == '"') {
                weak();
            } else {
                begun = true;
                word.append(c);
            }
        }
        end();
        return List.copyOf(words);
    }

    private void end() {
        if (begun) {
            words.add(word.toString());
            word.setLength(0);
            begun = false;
        }
    }

    private void strong() throws MalformedFileException {
        int close = text.indexOf('\'', next);
        if (close < 0) {
            throw new MalformedFileException(at, "a single quote is not closed");
        }
        begun = true;
        word.append(text, next, close);
        next = close + 1;
    }

    private void weak() throws MalformedFileException {
        begun = true;
        while (next < text.length()) {
            char c = text.charAt(next++);
            if (c == '"') {
                return;
            } else if (c == '\\') {
                escaped();
            } else if (c == '$') {
                reference();
            } else {
                word.append(c);
            }
        }
        throw new MalformedFileException(at, "a double quote is not closed");
    }

    private void reference() {
        Matcher found = REFERENCE.matcher(text).region(next - 1, text.length());
        boolean endless = text.startsWith("{", next) && next > lastBrace;
        if (endless || !found.lookingAt()) {
            word.append('$');
            return;
        }
        next = found.end();
        if (found.group(4) != null) {
            word.append(EnvironmentReference.to(found.group(4)));
        } else if (found.group(3) != null) {
            word.append(EnvironmentReference.to(found.group(1), found.group(3)));
        } else {
            word.append(EnvironmentReference.to(found.group(1)));
        }
    }

    private void escaped() throws MalformedFileException {
        begun = true;
        if (next >= text.length()) {
            throw new MalformedFileException(at, "nothing follows the backslash at the end of the file");
        }
        char c = text.charAt(next++);
        switch (c) {
            case 'n' -> word.append('\n');
            case 'r' -> word.append('\r');
            case 't' -> word.append('\t');
            case 'x' -> {
                if (next + 2 > text.length() || !text.substring(next, next + 2).matches("[0-9A-Fa-f]{2}")) {
                    throw new MalformedFileException(at, "two hexadecimal digits must follow \\x");
                }
                word.append((char) Integer.parseInt(text.substring(next, next + 2), 16));
                next += 2;
            }
            case '\\', '#', '\'', '"', '$' -> word.append(c);
            default -> {
                // no escape: the manual writes \1 without quotes for a part that a pattern has found
                if (!Character.isWhitespace(c)) {
                    word.append('\\');
                }
                word.append(c);
            }
        }
    }
}
