// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

/** A text seen as lines. Offsets in UTF-16 units; an offset at the end of the text is on its last line. */
final class Lines {

    private final String text;

    Lines(String text) {
        this.text = text;
    }

    /** The characters that end a line in this text. */
    String end() {
        return text.contains("\r\n") ? "\r\n" : "\n";
    }

    /** Offset of the first character of the line of an offset. */
    int start(int offset) {
        int at = offset;
        while (at > 0 && text.charAt(at - 1) != '\n') {
            at--;
        }
        return at;
    }

    /** Offset behind the last character of the line of an offset, before its line end. */
    int close(int offset) {
        int at = offset;
        while (at < text.length() && text.charAt(at) != '\n') {
            at++;
        }
        return at > offset && text.charAt(at - 1) == '\r' ? at - 1 : at;
    }

    /** Offset of the next line, or of the end of the text. */
    int next(int offset) {
        int at = offset;
        while (at < text.length() && text.charAt(at) != '\n') {
            at++;
        }
        return Math.min(text.length(), at + 1);
    }

    boolean isBlank(int offset) {
        return text.substring(start(offset), close(start(offset))).isBlank();
    }

    /** Columns before the first character of a line that is not a blank. */
    int indent(int offset) {
        return content(offset) - start(offset);
    }

    /** The text before the first character of a line that is not a blank. */
    String margin(int offset) {
        return text.substring(start(offset), content(offset));
    }

    boolean isComment(int offset) {
        int at = content(offset);
        return at < text.length() && text.charAt(at) == '#';
    }

    /** True when only blanks stand between the start of the line and the offset. */
    boolean isFirst(int offset) {
        return text.substring(start(offset), offset).isBlank();
    }

    private int content(int offset) {
        int at = start(offset);
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }

    /**
     * The start of the comment that stands directly above a line and begins in the same column; else the start of the
     * line itself.
     */
    int withCommentAbove(int offset) {
        int from = start(offset);
        int indent = indent(offset);
        while (from > 0 && isComment(from - 1) && indent(from - 1) == indent) {
            from = start(from - 1);
        }
        return from;
    }

    /**
     * The end of the lines that belong to a value: behind its own last line, and behind comments directly below that
     * stand further right than {@code indent}.
     */
    int withCommentsBelow(int end, int indent) {
        int at = next(end);
        while (at < text.length() && isComment(at) && indent(at) > indent) {
            at = next(at);
        }
        return at;
    }
}
