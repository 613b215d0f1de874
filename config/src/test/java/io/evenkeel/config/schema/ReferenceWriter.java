// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;

/** Writes the schema as the tables of the reference page. */
final class ReferenceWriter {

    private final StringBuilder out = new StringBuilder();

    private ReferenceWriter() {}

    static String write() {
        ReferenceWriter writer = new ReferenceWriter();
        writer.section("The file", "", ConfigSchema.FILE, "");
        return writer.out.toString().stripTrailing() + "\n";
    }

    private void section(String title, String path, Section section, String note) {
        out.append("### ").append(title).append("\n\n");
        if (!note.isEmpty()) {
            out.append(note).append("\n\n");
        }
        out.append("| key | type | default | meaning |\n|---|---|---|---|\n");
        for (Key key : section.keys()) {
            out.append("| `")
                    .append(key.name())
                    .append("` | ")
                    .append(type(key, path))
                    .append(" | ");
            out.append(fallback(key)).append(" | ").append(key.meaning()).append(" |\n");
        }
        if (section.others() != null) {
            out.append("| a parameter | ").append(section.others().title());
            out.append(" | see the policy | A parameter of the policy; `evenkeel policies NAME` lists them. |\n");
        }
        out.append('\n');
        for (Key key : section.keys()) {
            Section inner = key.type().section().orElse(null);
            if (inner != null) {
                String below = path + key.name() + suffix(key.type());
                section("`" + below + "`", below + ".", inner, note(inner));
            }
        }
    }

    private static String suffix(ValueType type) {
        return type instanceof NamedValues ? ".NAME" : type instanceof Listing ? "[]" : "";
    }

    private static String note(Section section) {
        StringBuilder note = new StringBuilder();
        if (section.shorthand() != null) {
            note.append("A single value instead of the section stands for `")
                    .append(section.shorthand())
                    .append("`.");
        }
        if (section.off()) {
            note.append(note.isEmpty() ? "" : " ").append("May be written `off`.");
        }
        return note.toString();
    }

    private static String type(Key key, String path) {
        if (key.type() instanceof Word<?> word) {
            return word.title();
        } else if (key.type() instanceof Listing listing && listing.item() instanceof Word<?> word) {
            return "list of " + word.title();
        } else if (key.type() instanceof NamedValues table && table.value() instanceof Word<?> word) {
            return word.title() + " by name";
        }
        String below = (path + key.name() + suffix(key.type())).toLowerCase(java.util.Locale.ROOT);
        String anchor = below.replaceAll("[^a-z0-9_-]", "");
        String kind = key.type() instanceof NamedValues
                ? "sections by name"
                : key.type() instanceof Listing ? "list" : "section";
        return "[" + kind + "](#" + anchor + ")";
    }

    private static String fallback(Key key) {
        return switch (key.absent()) {
            case ERROR -> "required";
            case NOTHING -> "absent";
            case SAME -> "the " + key.fallback();
            case DEFAULT -> key.type() instanceof Word<?> ? "`" + key.fallback() + "`" : "its defaults";
        };
    }
}
