// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import io.evenkeel.config.patch.ConfigValue.Items;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.config.yaml.Layout.Entry;
import io.evenkeel.config.yaml.Layout.Kind;
import io.evenkeel.config.yaml.Layout.Style;
import java.util.ArrayList;
import java.util.List;

/** Adds one entry or item, behind the last and in its style. */
final class Addition {

    private static final int STEP = 2;

    private final String text;
    private final Lines lines;
    private final Layout holder;
    private final YamlTarget last;
    private final YamlWriter writer;

    Addition(String text, Layout holder) {
        this.text = text;
        this.lines = new Lines(text);
        this.holder = holder;
        int size = holder.kind() == Kind.SEQUENCE
                ? holder.items().size()
                : holder.entries().size();
        this.last = new YamlTarget(holder, size - 1, "", List.of());
        this.writer = YamlWriter.like(text, holder);
    }

    List<TextEdit> entry(String key, ConfigValue value) throws ConfigPatchException {
        if (holder.style() == Style.FLOW) {
            return inFlow(writer.entry(key, value, true));
        }
        Entry first = holder.entries().get(0);
        String margin = lines.isFirst(first.from())
                ? lines.margin(first.from())
                : " ".repeat(first.place().column() - 1);
        List<String> written = new ArrayList<>();
        if (value instanceof Keys keys && !keys.entries().isEmpty() && hasSections()) {
            written.add(margin + writer.heading(key));
            String deeper = margin + " ".repeat(step());
            writer.lines(keys, step()).forEach(line -> written.add(deeper + line));
        } else if (value instanceof Items list && list.items().stream().anyMatch(Keys.class::isInstance)) {
            written.add(margin + writer.heading(key));
            list.items().forEach(item -> written.add(margin + " ".repeat(step()) + "- " + writer.line(item, false)));
        } else {
            written.add(margin + writer.entry(key, value, false));
        }
        return below(written, first.place().column() - 1, last.from(last.index()));
    }

    private boolean hasSections() {
        return holder.entries().stream().map(Entry::value).anyMatch(Addition::isSection);
    }

    private static boolean isSection(Layout value) {
        return value.kind() == Kind.MAPPING && value.style() == Style.BLOCK;
    }

    private int step() {
        return holder.entries().stream()
                .filter(entry -> isSection(entry.value()))
                .mapToInt(entry -> entry.value().entries().get(0).place().column()
                        - entry.place().column())
                .findFirst()
                .orElse(STEP);
    }

    List<TextEdit> item(ConfigValue value) throws ConfigPatchException {
        if (holder.style() == Style.FLOW) {
            return inFlow(writer.line(value, true));
        }
        Layout sibling = last.value();
        int dash = text.lastIndexOf('-', Math.max(0, sibling.from() - 1));
        if (dash < 0
                || !lines.isFirst(dash)
                || !text.substring(dash + 1, sibling.from()).isBlank()) {
            throw new ConfigPatchException(sibling.place().line(), "no item can be written in the style of this one");
        }
        String between = text.substring(dash, sibling.from());
        String head = lines.margin(dash) + (between.contains("\n") ? "- " : between);
        List<String> written = new ArrayList<>();
        if (value instanceof Keys keys && isSection(sibling) && !keys.entries().isEmpty()) {
            keys.entries()
                    .forEach((key, each) -> written.add(
                            (written.isEmpty() ? head : " ".repeat(head.length())) + writer.entry(key, each, false)));
        } else {
            written.add(head + writer.line(value, false));
        }
        return below(written, lines.indent(dash), dash);
    }

    /** Lines below the last one of the holder; a blank line comes between when one stands before the last. */
    private List<TextEdit> below(List<String> written, int indent, int lastFrom) {
        int at = lines.withCommentsBelow(last.to(last.index()), indent);
        int above = lines.withCommentAbove(lastFrom);
        if (last.index() > 0 && above > 0 && lines.isBlank(above - 1)) {
            written.add(0, "");
        }
        String end = lines.end();
        String block = String.join(end, written);
        boolean open = at > 0 && text.charAt(at - 1) != '\n';
        return List.of(TextEdit.insert(at, open ? end + block : block + end));
    }

    private List<TextEdit> inFlow(String written) {
        int close = holder.to() - 1;
        if (last.index() < 0) {
            boolean blank = text.substring(holder.from() + 1, close).isBlank();
            return List.of(new TextEdit(holder.from() + 1, blank ? close : holder.from() + 1, written));
        }
        int end = last.to(last.index());
        int lineClose = lines.close(end);
        if (!lines.isFirst(last.from(last.index())) || close < lineClose) {
            return List.of(TextEdit.insert(end, ", " + written));
        }
        boolean comma = text.substring(end, lineClose).stripLeading().startsWith(",");
        String below = lines.end() + lines.margin(end) + written;
        if (comma) {
            return List.of(TextEdit.insert(lineClose, below + ","));
        }
        return end == lineClose
                ? List.of(TextEdit.insert(end, "," + below))
                : List.of(TextEdit.insert(end, ","), TextEdit.insert(lineClose, below));
    }
}
