// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.schema.Key.Absent;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the configuration schema as a JSON Schema, draft-07, which is the newest that editors' YAML support
 * understands.
 */
final class SchemaWriter {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ObjectNode definitions = JSON.createObjectNode();

    private SchemaWriter() {}

    static String write() {
        SchemaWriter writer = new SchemaWriter();
        ObjectNode substituted = writer.definitions.putObject("substitution");
        substituted.put("description", "A value from an environment variable or a file.");
        substituted.put("type", "string").put("pattern", "\\$\\{(env|file):");
        ObjectNode root = JSON.createObjectNode();
        root.put("$schema", "http://json-schema.org/draft-07/schema#");
        root.put("title", "Evenkeel configuration");
        writer.object(root, ConfigSchema.FILE);
        root.set("definitions", writer.definitions);
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root).replace("\r\n", "\n") + "\n";
    }

    private void object(ObjectNode node, Section section) {
        node.put("type", "object");
        ObjectNode properties = node.putObject("properties");
        ArrayNode required = JSON.createArrayNode();
        for (Key key : section.keys()) {
            ObjectNode property = property(key.type());
            property.put("description", key.meaning());
            if (key.absent() == Absent.DEFAULT && key.type() instanceof Word<?>) {
                literal(property, "default", key.fallback());
            }
            properties.set(key.name(), property);
            if (key.absent() == Absent.ERROR) {
                required.add(key.name());
            }
        }
        if (!required.isEmpty()) {
            node.set("required", required);
        }
        Word<?> others = section.others();
        if (others == null) {
            node.put("additionalProperties", false);
        } else {
            node.set("additionalProperties", word(others));
        }
    }

    private ObjectNode property(ValueType type) {
        ObjectNode node = JSON.createObjectNode();
        if (type instanceof Word<?> word) {
            return word(word);
        } else if (type instanceof Listing listing) {
            ObjectNode list = listing.alone() ? node.putArray("anyOf").addObject() : node;
            list.put("type", "array");
            list.set("items", property(listing.item()));
            if (listing.min() > 0) {
                list.put("minItems", listing.min());
            }
            if (listing.alone()) {
                ((ArrayNode) node.get("anyOf")).add(property(listing.item()));
            }
        } else if (type instanceof NamedValues table) {
            node.put("type", "object");
            if (table.min() > 0) {
                node.put("minProperties", table.min());
            }
            Form.FreeText names = (Form.FreeText) table.name().forms().get(0);
            node.putObject("propertyNames").put("pattern", names.pattern().pattern());
            node.set("additionalProperties", property(table.value()));
        } else {
            section(node, (Section) type);
        }
        return node;
    }

    private void section(ObjectNode node, Section section) {
        if (!definitions.has(section.name())) {
            object(definitions.putObject(section.name()), section);
        }
        ArrayNode any = node.putArray("anyOf");
        any.addObject().put("$ref", "#/definitions/" + section.name());
        String shorthand = section.shorthand();
        if (shorthand != null) {
            any.add(word((Word<?>) section.key(shorthand).orElseThrow().type()));
        }
        if (section.off()) {
            any.addObject().putArray("enum").add("off").add(false);
        }
    }

    private static ObjectNode word(Word<?> word) {
        ObjectNode node = JSON.createObjectNode();
        ArrayNode any = node.putArray("anyOf");
        word.forms().forEach(form -> any.add(form(form)));
        any.addObject().put("$ref", "#/definitions/substitution");
        return node;
    }

    private static ObjectNode form(Form form) {
        ObjectNode node = JSON.createObjectNode();
        if (form instanceof Form.FreeText text) {
            node.put("type", "string").put("pattern", text.pattern().pattern());
        } else if (form instanceof Form.OneOf choice) {
            choice.words().forEach(node.putArray("enum")::add);
        } else if (form instanceof Form.Whole whole) {
            node.put("type", "integer").put("minimum", whole.min());
            if (whole.max() < Long.MAX_VALUE) {
                node.put("maximum", whole.max());
            }
        } else if (form instanceof Form.Real real) {
            node.put("type", "number");
            if (real.max() < Double.MAX_VALUE) {
                node.put(real.above() ? "exclusiveMinimum" : "minimum", real.min());
                node.put("maximum", real.max());
            }
        } else {
            node.put("type", "boolean");
        }
        return node;
    }

    private static void literal(ObjectNode node, String name, String text) {
        switch (Form.JsonType.of(text)) {
            case INTEGER -> node.put(name, Long.parseLong(text));
            case NUMBER -> node.put(name, Double.parseDouble(text));
            case BOOLEAN -> node.put(name, Boolean.parseBoolean(text));
            default -> node.put(name, text);
        }
    }
}
