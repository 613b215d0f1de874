// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import io.evenkeel.translate.source.EnvironmentReference;
import io.evenkeel.translate.source.SourceLine;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Sections as YAML, with the lines that a value comes from in a comment behind it. */
final class DraftWriter {

    private static final int COMMENT_COLUMN = 64;
    private static final String PLAIN =
            "[A-Za-z/][A-Za-z0-9/._-]*|[0-9][0-9.]*:[0-9]{1,5}|[A-Za-z][A-Za-z0-9._-]*:[0-9]{1,5}";
    private static final String RESERVED = "(?i)true|false|null|yes|no|on|off|y|n";

    private final Path first;
    private final StringBuilder out = new StringBuilder();

    /** @param first the file that the translation began with, beside which paths of comments are short */
    DraftWriter(Path first) {
        this.first = first;
    }

    String write(DraftSection root) {
        section(root, 0);
        return out.toString();
    }

    private void section(DraftSection section, int indent) {
        section.entries().forEach((key, entry) -> {
            out.append(" ".repeat(indent));
            entry(key, entry, indent);
        });
    }

    private void entry(String key, DraftSection.DraftValue entry, int indent) {
        if (entry.value() instanceof DraftSection below) {
            line(quoted(key) + ":", entry.from());
            section(below, indent + 2);
        } else if (isOfSections(entry.value())) {
            line(quoted(key) + ":", entry.from());
            for (Object each : (List<?>) entry.value()) {
                item((DraftSection) each, indent + 2);
            }
        } else {
            line(quoted(key) + ": " + shown(entry.value()), entry.from());
        }
    }

    private void item(DraftSection item, int indent) {
        out.append(" ".repeat(indent)).append("- ");
        if (item.isInline()) {
            Set<SourceLine> from = new LinkedHashSet<>();
            SourceLine origin = item.origin();
            if (origin != null) {
                from.add(origin);
            }
            item.entries().values().forEach(each -> from.addAll(each.from()));
            line(flow(item), from);
            return;
        }
        boolean begun = false;
        for (var each : item.entries().entrySet()) {
            if (begun) {
                out.append(" ".repeat(indent + 2));
            }
            begun = true;
            entry(each.getKey(), each.getValue(), indent + 2);
        }
    }

    private String flow(DraftSection section) {
        return section.entries().entrySet().stream()
                .map(each ->
                        quoted(each.getKey()) + ": " + shown(each.getValue().value()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private String shown(Object value) {
        if (value instanceof DraftSection section) {
            return flow(section);
        } else if (value instanceof List<?> list) {
            return list.stream().map(this::shown).collect(Collectors.joining(", ", "[", "]"));
        }
        return value instanceof DraftSection.DraftWord literal ? literal.word() : quoted((String) value);
    }

    private static boolean isOfSections(Object value) {
        return value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof DraftSection;
    }

    private void line(String text, Collection<SourceLine> from) {
        int began = out.lastIndexOf("\n") + 1;
        out.append(text);
        if (!from.isEmpty()) {
            int width = out.length() - began;
            out.append(" ".repeat(Math.max(2, COMMENT_COLUMN - width))).append("# ");
            out.append(from.stream().map(each -> comment(each.beside(first))).collect(Collectors.joining(", ")));
        }
        out.append('\n');
    }

    /** A text that ends no comment and begins no line. */
    static String comment(String text) {
        return text.replaceAll("[^\\x20-\\x7e\\xa0-\\uD7FF]|[\\u2028\\u2029]", "?");
    }

    /** A text as a scalar that reads as the same text, also inside of brackets and braces. */
    static String quoted(String text) {
        String written = EnvironmentReference.written(text);
        if (written.matches(PLAIN) && !written.matches(RESERVED)) {
            return written;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\u%04X", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
