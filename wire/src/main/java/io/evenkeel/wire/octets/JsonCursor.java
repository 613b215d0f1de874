// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.octets;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the objects and arrays of a JSON text, in place.
 *
 * <p>Strict: the first thing that is not JSON makes it {@link #failed}, and from then on every method answers false.
 * White space, nested values ({@link #DEPTH} deep at most) and escapes are understood; UTF-8 is not checked where a
 * text is only skipped. A name with an escape in it is handed out as it is written. One object serves one thread, again
 * and again, without garbage except for {@link #text}.
 */
public final class JsonCursor {

    /** The greatest depth to which a skipped value may be nested. */
    public static final int DEPTH = 16;

    private final Decimal decimal = new Decimal();
    private byte[] octets = new byte[0];
    private int at;
    private int to;
    private int nameFrom;
    private int nameTo;
    private boolean fresh;
    private boolean failed;

    /** Begins with the text between two places. */
    public void start(byte[] text, int from, int end) {
        octets = text;
        at = from;
        to = end;
        fresh = false;
        failed = false;
        blank();
    }

    /** Goes into the object that begins here. */
    public boolean enter() {
        fresh = true;
        return take('{');
    }

    /**
     * Goes to the next member of the object and reads its name; false at the end of the object, which is left, and
     * after a failure.
     */
    public boolean next() {
        if (failed) {
            return false;
        }
        if (at < to && octets[at] == '}') {
            at++;
            fresh = false;
            blank();
            return false;
        }
        if (!fresh && !take(',')) {
            return false;
        }
        fresh = false;
        nameFrom = at + 1;
        if (!string()) {
            return false;
        }
        nameTo = at - 1;
        blank();
        return take(':');
    }

    /** Goes into the array that begins here. */
    public boolean enterArray() {
        fresh = true;
        return take('[');
    }

    /**
     * Goes to the next item of the array, which must be read or skipped; false at the end of the array, which is left,
     * and after a failure.
     */
    public boolean nextItem() {
        if (failed) {
            return false;
        }
        boolean first = fresh;
        fresh = false;
        if (peek() == ']') {
            take(']');
            return false;
        }
        return first || take(',');
    }

    /** The beginning of the member's name, behind the quotation mark. */
    public int nameFrom() {
        return nameFrom;
    }

    /** The end of the member's name. */
    public int nameTo() {
        return nameTo;
    }

    /** The beginning of the next thing: a value, after {@link #next}. */
    public int at() {
        return at;
    }

    /** The first octet of the value that comes next; 0 when there is nothing. */
    public byte peek() {
        return failed || at >= to ? 0 : octets[at];
    }

    /**
     * Reads a number.
     *
     * @param shift shift of the decimal point, see {@link Decimal#read}
     * @return false when the value is not a number, in which case it can still be skipped, or is a number that JSON
     *     or a double does not allow
     */
    public boolean number(int shift) {
        byte first = peek();
        if (first != '-' && !Decimal.isDigit(first)) {
            return false;
        }
        int begin = first == '-' ? at + 1 : at;
        boolean padded = begin + 1 < to && octets[begin] == '0' && Decimal.isDigit(octets[begin + 1]);
        if (padded || !decimal.read(octets, at, to, shift)) {
            return fail();
        }
        at = decimal.end();
        blank();
        return true;
    }

    /** The number read last. */
    public double value() {
        return decimal.value();
    }

    /** Reads a text of limited length in octets; null, and a failure, when there is none or it is longer. */
    public @Nullable String text(int most) {
        int begin = at + 1;
        if (!string() || at - 1 - begin > most) {
            fail();
            return null;
        }
        String text = new String(octets, begin, at - 1 - begin, StandardCharsets.UTF_8);
        blank();
        return text.indexOf('\\') < 0 ? text : plain(text);
    }

    /** Reads true or false; null when the value is neither, in which case it can still be skipped. */
    public @Nullable Boolean bool() {
        byte first = peek();
        if (first != 't' && first != 'f') {
            return null;
        }
        boolean said = first == 't';
        return word(said ? "true" : "false") ? said : null;
    }

    /** Goes over a value of any kind. */
    public boolean skip() {
        return skip(0);
    }

    /** True when all is read and nothing was wrong. */
    public boolean done() {
        return !failed && at == to;
    }

    /** True when something was not JSON. */
    public boolean failed() {
        return failed;
    }

    private boolean skip(int depth) {
        if (depth > DEPTH) {
            return fail();
        }
        switch (peek()) {
            case '{':
                enter();
                while (next()) {
                    if (!skip(depth + 1)) {
                        return false;
                    }
                }
                return !failed;
            case '[':
                return array(depth);
            case '"':
                if (!string()) {
                    return false;
                }
                blank();
                return true;
            case 't':
                return word("true");
            case 'f':
                return word("false");
            case 'n':
                return word("null");
            default:
                return number(0) || fail();
        }
    }

    private boolean array(int depth) {
        take('[');
        if (peek() == ']') {
            return take(']');
        }
        while (skip(depth + 1)) {
            if (peek() == ']') {
                return take(']');
            }
            if (!take(',')) {
                return false;
            }
        }
        return false;
    }

    /** Goes from a quotation mark to behind the next one; white space behind it stays. */
    private boolean string() {
        if (peek() != '"') {
            return fail();
        }
        for (int i = at + 1; i < to; i++) {
            byte octet = octets[i];
            if (octet == '"') {
                at = i + 1;
                return true;
            }
            if (octet == '\\') {
                i = escape(i + 1);
                if (i < 0) {
                    return fail();
                }
            } else if (octet >= 0 && octet < ' ') {
                return fail();
            }
        }
        return fail();
    }

    /** The last place of an escape whose letter is at a place; -1 when there is no such escape. */
    private int escape(int place) {
        if (place >= to) {
            return -1;
        }
        if (octets[place] != 'u') {
            return "\"\\/bfnrt".indexOf(octets[place]) < 0 ? -1 : place;
        }
        for (int i = place + 1; i <= place + 4; i++) {
            if (i >= to || Character.digit(octets[i], 16) < 0) {
                return -1;
            }
        }
        return place + 4;
    }

    private static String plain(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char letter = text.charAt(++i);
            if (letter == 'u') {
                out.append((char) Integer.parseInt(text, i + 1, i + 5, 16));
                i += 4;
            } else {
                int control = "bfnrt".indexOf(letter);
                out.append(control < 0 ? letter : "\b\f\n\r\t".charAt(control));
            }
        }
        return out.toString();
    }

    private boolean word(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= to || octets[at + i] != word.charAt(i)) {
                return fail();
            }
        }
        at += word.length();
        blank();
        return true;
    }

    private boolean take(char mark) {
        if (peek() != mark) {
            return fail();
        }
        at++;
        blank();
        return true;
    }

    private void blank() {
        while (at < to && (octets[at] == ' ' || octets[at] == '\t' || octets[at] == '\n' || octets[at] == '\r')) {
            at++;
        }
    }

    private boolean fail() {
        failed = true;
        return false;
    }
}
