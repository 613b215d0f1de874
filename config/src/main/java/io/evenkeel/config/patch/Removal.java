// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import io.evenkeel.config.yaml.Layout.Kind;
import java.util.List;

/** Removes an entry or item: its lines where it has lines of its own, else its characters and a comma. */
final class Removal {

    private final String text;
    private final Lines lines;
    private final YamlTarget target;
    private final int from;
    private final int to;

    Removal(String text, YamlTarget target) throws ConfigPatchException {
        this.text = text;
        this.lines = new Lines(text);
        this.target = target;
        if (target.isMissing()) {
            throw new ConfigPatchException(target.holder().place().line(), "there is no '" + target.step() + "'");
        }
        YamlTarget.ownAll(target.value());
        this.from = target.from(target.index());
        this.to = target.to(target.index());
    }

    /**
     * @param comment true when the comment directly above goes too
     */
    List<TextEdit> splices(boolean comment) throws ConfigPatchException {
        if (target.inFlow()) {
            return hasOwnLines() ? List.of(wholeLines(from, to, -1, comment)) : List.of(inLine());
        }
        if (target.size() == 1) {
            throw new ConfigPatchException(
                    target.value().place().line(),
                    "it is the only entry there, and its section would be empty without it");
        }
        int begin = target.holder().kind() == Kind.SEQUENCE ? target.dash(text, lines, target.index()) : from;
        if (lines.isFirst(begin)) {
            return List.of(wholeLines(begin, to, lines.indent(begin), comment));
        }
        return List.of(firstOfItem());
    }

    /**
     * Removes whole lines; blank lines below go too where there are some above, or where the removed part is the first.
     */
    private TextEdit wholeLines(int begin, int end, int indent, boolean comment) {
        int start = comment ? lines.withCommentAbove(begin) : lines.start(begin);
        int stop = indent < 0 ? lines.next(end) : lines.withCommentsBelow(end, indent);
        boolean blankAbove = target.index() == 0 || start == 0 || lines.isBlank(start - 1);
        while (blankAbove && stop < text.length() && lines.isBlank(stop)) {
            stop = lines.next(stop);
        }
        if (stop == text.length() && start > 0) {
            while (start > 0 && lines.isBlank(start - 1)) {
                start = lines.start(start - 1);
            }
            if (start > 0 && !text.endsWith("\n")) {
                // The line above becomes the last one, and the last one has no end.
                return TextEdit.cut(lines.close(start - 1), stop);
            }
        }
        return TextEdit.cut(start, stop);
    }

    /** True when an entry of a flow collection shares its lines with a comma and a comment at most. */
    private boolean hasOwnLines() {
        String behind = text.substring(to, lines.close(to)).strip();
        String rest = behind.startsWith(",") ? behind.substring(1).strip() : behind;
        return lines.isFirst(from) && (rest.isEmpty() || rest.startsWith("#"));
    }

    private TextEdit inLine() {
        int index = target.index();
        if (target.size() == 1) {
            return TextEdit.cut(from, to);
        }
        boolean last = index == target.size() - 1;
        int begin = last ? target.to(index - 1) : from;
        int end = last ? to : target.from(index + 1);
        String between = text.substring(last ? begin : to, last ? from : end);
        if (between.strip().equals(",") && !between.contains("\n")) {
            return TextEdit.cut(begin, end);
        }
        int comma = text.indexOf(',', to);
        return !last && text.substring(to, comma).isBlank() ? TextEdit.cut(from, comma + 1) : TextEdit.cut(from, to);
    }

    /** The first key of an item stands behind the dash; the next one takes its place. */
    private TextEdit firstOfItem() throws ConfigPatchException {
        int next = target.from(1);
        if (target.index() != 0 || lines.start(next) != lines.next(to)) {
            throw new ConfigPatchException(target.value().place().line(), "the key shares its line with others");
        }
        return TextEdit.cut(from, next);
    }
}
