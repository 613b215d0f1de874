// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import io.evenkeel.config.yaml.Layout.Kind;
import java.util.ArrayList;
import java.util.List;

/** Two items of a list that change places, each with its own comments; the text between them stays. */
final class ItemSwap {

    /** Characters of an item; offsets in UTF-16 units. */
    private record Span(int from, int to) {}

    private final String text;
    private final Lines lines;
    private final YamlTarget target;

    ItemSwap(String text, YamlTarget target) {
        this.text = text;
        this.lines = new Lines(text);
        this.target = target;
    }

    List<TextEdit> splices() throws ConfigPatchException {
        if (target.isMissing() || target.holder().kind() != Kind.SEQUENCE || target.index() + 1 >= target.size()) {
            throw new ConfigPatchException(
                    target.holder().place().line(), "there is no item below '" + target.step() + "' in a list");
        }
        return target.inFlow() ? inFlow() : inBlock();
    }

    private List<TextEdit> inBlock() throws ConfigPatchException {
        Span upper = block(target.index());
        Span lower = block(target.index() + 1);
        String up = text.substring(lower.from(), lower.to());
        String down = text.substring(upper.from(), upper.to());
        if (!up.endsWith("\n")) {
            // The last line of the text has no end, whichever item it is of.
            up += lines.end();
            down = down.substring(0, down.length() - lines.end().length());
        }
        return List.of(new TextEdit(upper.from(), upper.to(), up), new TextEdit(lower.from(), lower.to(), down));
    }

    /** The lines of an item: with the comment directly above, and comments below that stand further right. */
    private Span block(int index) throws ConfigPatchException {
        int dash = target.dash(text, lines, index);
        return new Span(lines.withCommentAbove(dash), lines.withCommentsBelow(target.to(index), lines.indent(dash)));
    }

    /**
     * The values alone, since commas stay; where they have lines of their own, the comments beside and above them too.
     */
    private List<TextEdit> inFlow() {
        int index = target.index();
        List<Span> upper = new ArrayList<>(List.of(new Span(target.from(index), target.to(index))));
        List<Span> lower = new ArrayList<>(List.of(new Span(target.from(index + 1), target.to(index + 1))));
        if (hasOwnLines(index) && hasOwnLines(index + 1)) {
            for (List<Span> spans : List.of(upper, lower)) {
                Span value = spans.get(0);
                spans.add(new Span(lines.withCommentAbove(value.from()), lines.start(value.from())));
                spans.add(new Span(behindComma(value.to()), lines.close(value.to())));
            }
        }
        List<TextEdit> splices = new ArrayList<>();
        for (int i = 0; i < upper.size(); i++) {
            splices.add(replaced(upper.get(i), lower.get(i)));
            splices.add(replaced(lower.get(i), upper.get(i)));
        }
        return splices;
    }

    private TextEdit replaced(Span old, Span by) {
        return new TextEdit(old.from(), old.to(), text.substring(by.from(), by.to()));
    }

    private boolean hasOwnLines(int index) {
        String behind = text.substring(behindComma(target.to(index)), lines.close(target.to(index)))
                .strip();
        return lines.isFirst(target.from(index)) && (behind.isEmpty() || behind.startsWith("#"));
    }

    /** Offset behind the comma that follows on the same line; the offset itself where none does. */
    private int behindComma(int to) {
        String rest = text.substring(to, lines.close(to));
        int comma = rest.indexOf(',');
        return comma >= 0 && rest.substring(0, comma).isBlank() ? to + comma + 1 : to;
    }
}
