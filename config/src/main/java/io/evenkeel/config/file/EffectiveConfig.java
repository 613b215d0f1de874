// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.alert.AlertLimit;
import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.config.schema.Form.JsonType;
import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.schema.ParsedSection.ValuePlace;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Writes a configuration as YAML with every default filled in.
 *
 * <p>A comment after each value tells its origin. Read again, the text gives the same settings, except for masked
 * secrets.
 */
final class EffectiveConfig {

    private static final int COMMENT_COLUMN = 44;
    private static final String MASK = "\"********\"";
    private static final int LONGEST_PLAIN = 300;
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z0-9/][A-Za-z0-9_./-]*(:[A-Za-z0-9/][A-Za-z0-9_./-]*)*%?");

    private final StringBuilder out = new StringBuilder();

    private EffectiveConfig() {}

    static String render(ParsedSection file) {
        EffectiveConfig config = new EffectiveConfig();
        config.block(file, "", "", false);
        return config.out.toString();
    }

    /**
     * Writes the keys of a section.
     *
     * @param first stands in front of the first line instead of {@code indent}
     * @param secret no value is shown
     */
    private void block(ParsedSection block, String first, String indent, boolean secret) {
        String lead = first;
        List<String> names =
                block.section().keys().isEmpty() ? List.copyOf(block.items().keySet()) : ordered(block);
        for (String name : names) {
            Item item = block.items().get(name);
            if (item != null) {
                Key key = block.section().key(name).orElse(null);
                item(lead + quoted(name) + ":", item, indent, secret || (key != null && key.secret()));
                lead = indent;
            }
        }
    }

    private static List<String> ordered(ParsedSection block) {
        List<String> names =
                new ArrayList<>(block.section().keys().stream().map(Key::name).toList());
        block.items().keySet().stream().filter(name -> !names.contains(name)).forEach(names::add);
        return names;
    }

    private void item(String lead, Item item, String indent, boolean secret) {
        Object value = item.value();
        if (value instanceof ParsedSection block) {
            if (block.isOff()) {
                line(lead + " off", item.origin());
            } else if (block.items().isEmpty()) {
                line(lead + " {}", item.origin());
            } else {
                out.append(lead).append('\n');
                block(block, indent + "  ", indent + "  ", secret);
            }
        } else if (value instanceof List<?> list) {
            list(lead, item, list, indent, secret);
        } else {
            line(lead + " " + shown(item, secret), item.origin());
        }
    }

    private static String shown(Item item, boolean secret) {
        if (secret) {
            return item.value() instanceof URI url ? quoted(AlertReceiver.Webhook.shown(url)) : MASK;
        }
        return quoted(item);
    }

    private void list(String lead, Item item, List<?> list, String indent, boolean secret) {
        if (list.isEmpty()) {
            line(lead + " []", item.origin());
            return;
        }
        out.append(lead).append('\n');
        for (Item entry : item.items()) {
            if (entry.value() instanceof ParsedSection block) {
                block(block, indent + "  - ", indent + "    ", secret);
            } else {
                line(indent + "  - " + shown(entry, secret), entry.origin());
            }
        }
    }

    private void line(String text, ValuePlace origin) {
        String comment = comment(origin);
        out.append(text).append(" ".repeat(Math.max(1, COMMENT_COLUMN - text.length())));
        out.append("# ").append(comment).append('\n');
    }

    private static String comment(ValuePlace origin) {
        if (origin.isDefault()) {
            return "default";
        }
        String reference = origin.reference();
        return "line " + origin.line() + (reference == null ? "" : ", ${" + reference + "}");
    }

    private static String quoted(Item item) {
        Object value = item.value();
        boolean number = value instanceof Number
                || value instanceof Boolean
                || value instanceof Duration
                || (value instanceof AlertLimit limit && limit.kind() == AlertLimit.Kind.PLAIN);
        return number && JsonType.of(item.text()) != JsonType.STRING ? item.text() : quoted(item.text());
    }

    /** A text as a YAML scalar that is read as a text again, with its dollars kept from substitution. */
    private static String quoted(String text) {
        if (text.length() <= LONGEST_PLAIN && PLAIN.matcher(text).matches() && JsonType.of(text) == JsonType.STRING) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"', '\\' -> quoted.append('\\').appendCodePoint(c);
                case '$' -> quoted.append("$$");
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        quoted.append(String.format("\\x%02x", c));
                    } else {
                        quoted.appendCodePoint(c);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}
