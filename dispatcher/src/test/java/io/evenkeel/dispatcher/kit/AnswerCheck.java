// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The octets that a client of HTTP/1.1 gets, which must be well-formed answers to its own requests. An answer that has
 * the field {@code x-c} was sent by a node: the field's value and the octets of the body are then the client's letter.
 */
public final class AnswerCheck {

    /** The letter of a node that does not know whom it answers. */
    public static final String NOBODY = "?";

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) [\\t -~\\x80-\\xff]*");
    private static final Pattern FIELD = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([\\t -~\\x80-\\xff]*)");
    private static final Pattern SIZE = Pattern.compile("[0-9A-Fa-f]{1,8}");

    private final String letter;
    private final Deque<String> methods = new ArrayDeque<>();
    private String all = "";
    private int at;
    private boolean letters;

    /** @param letter that of the client */
    public AnswerCheck(String letter) {
        this.letter = letter;
    }

    /** The client has sent a request. */
    public void asks(String method) {
        methods.add(method);
    }

    /**
     * Fails unless the octets are answers, of which the last may be cut.
     *
     * @param withLetters false when nodes have sent octets without a letter
     */
    public void checks(String octets, boolean withLetters) {
        all = octets;
        letters = withLetters;
        at = 0;
        boolean whole = true;
        while (whole && at < all.length()) {
            whole = answer();
        }
    }

    private String shown() {
        return Wire.shown(Wire.bytes(all));
    }

    /** False when the octets end within the answer. */
    private boolean answer() {
        int end = all.indexOf("\r\n\r\n", at);
        if (end < 0) {
            return false;
        }
        String[] lines = all.substring(at, end).split("\r\n", -1);
        at = end + 4;
        Matcher status = STATUS.matcher(lines[0]);
        assertThat(status.matches()).as("status line of %s", shown()).isTrue();
        int code = Integer.parseInt(status.group(1));
        long length = -1;
        boolean chunked = false;
        boolean ofNode = false;
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            Matcher field = FIELD.matcher(line);
            assertThat(field.matches()).as("line '%s' of %s", line, shown()).isTrue();
            switch (field.group(1).toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = Long.parseLong(field.group(2));
                case "transfer-encoding" -> chunked = true;
                case "x-c" -> {
                    ofNode = true;
                    checkLetters(field.group(2));
                }
                default -> {}
            }
        }
        assertThat(chunked && length >= 0).as("two lengths in %s", shown()).isFalse();
        if (code < 200) {
            return true;
        }
        assertThat(methods).as("requests for %s", shown()).isNotEmpty();
        boolean none = methods.remove().equals("HEAD") || code == 204 || code == 304;
        if (none) {
            return true;
        }
        return chunked ? chunks(ofNode) : body(length, ofNode);
    }

    private boolean body(long length, boolean ofNode) {
        int end = length < 0 ? all.length() : (int) Math.min(all.length(), at + length);
        if (ofNode) {
            checkLetters(all.substring(at, end));
        }
        boolean whole = length >= 0 && end == at + length;
        at = end;
        return whole;
    }

    private boolean chunks(boolean ofNode) {
        while (true) {
            int line = all.indexOf("\r\n", at);
            if (line < 0) {
                return false;
            }
            String text = all.substring(at, line);
            assertThat(SIZE.matcher(text).matches())
                    .as("chunk '%s' of %s", text, shown())
                    .isTrue();
            int size = Integer.parseInt(text, 16);
            at = line + 2;
            if (size == 0) {
                return trailers();
            }
            int end = Math.min(all.length(), at + size);
            if (ofNode) {
                checkLetters(all.substring(at, end));
            }
            if (all.length() < at + size + 2) {
                return false;
            }
            assertThat(all.substring(end, end + 2)).as("chunk of %s", shown()).isEqualTo("\r\n");
            at = end + 2;
        }
    }

    private boolean trailers() {
        while (true) {
            int line = all.indexOf("\r\n", at);
            if (line < 0) {
                return false;
            }
            String text = all.substring(at, line);
            at = line + 2;
            if (text.isEmpty()) {
                return true;
            }
            assertThat(FIELD.matcher(text).matches())
                    .as("trailer '%s' of %s", text, shown())
                    .isTrue();
        }
    }

    private void checkLetters(String octets) {
        if (letters) {
            assertThat(octets.replace(letter, "").replace(NOBODY, ""))
                    .as("bytes of others in %s", shown())
                    .isEmpty();
        }
    }
}
