// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import java.util.List;
import java.util.regex.Pattern;

/**
 * One way to write a single value, as JSON Schema sees it; the reader and the schema share these, so they judge alike.
 */
public sealed interface Form {

    /** True when an unquoted or quoted word fits; {@code json} is the type of the word under YAML 1.2. */
    boolean fits(String text, JsonType json);

    /** The types of JSON that a YAML scalar can be. */
    enum JsonType {
        STRING,
        INTEGER,
        NUMBER,
        BOOLEAN,
        NULL;

        private static final Pattern DIGITS = Pattern.compile("[-+]?[0-9]+");
        private static final Pattern DECIMAL = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

        /** The type of an unquoted word under YAML 1.2's core schema, as far as configurations need it. */
        public static JsonType of(String text) {
            return switch (text) {
                case "true", "True", "TRUE", "false", "False", "FALSE" -> BOOLEAN;
                case "", "~", "null", "Null", "NULL" -> NULL;
                default -> {
                    if (DIGITS.matcher(text).matches()) {
                        yield INTEGER;
                    }
                    yield DECIMAL.matcher(text).matches() ? NUMBER : STRING;
                }
            };
        }
    }

    /** Text that matches a regular expression as a whole. */
    record FreeText(Pattern pattern) implements Form {

        static FreeText of(String regex) {
            return new FreeText(Pattern.compile("^(" + regex + ")$"));
        }

        @Override
        public boolean fits(String text, JsonType json) {
            return json == JsonType.STRING && pattern.matcher(text).matches();
        }
    }

    /** One of some words. */
    record OneOf(List<String> words) implements Form {

        @Override
        public boolean fits(String text, JsonType json) {
            return json == JsonType.STRING && words.contains(text);
        }
    }

    /** A whole number in a range. */
    record Whole(long min, long max) implements Form {

        @Override
        public boolean fits(String text, JsonType json) {
            if (json != JsonType.INTEGER || text.length() > 18) {
                return false;
            }
            long value = Long.parseLong(text);
            return value >= min && value <= max;
        }
    }

    /** A number in a range; {@code above} leaves out the least value itself. */
    record Real(double min, boolean above, double max) implements Form {

        @Override
        public boolean fits(String text, JsonType json) {
            if (json != JsonType.INTEGER && json != JsonType.NUMBER) {
                return false;
            }
            double value = Double.parseDouble(text);
            return (above ? value > min : value >= min) && value <= max;
        }
    }

    /** {@code true} or {@code false}. */
    record Truth() implements Form {

        @Override
        public boolean fits(String text, JsonType json) {
            return json == JsonType.BOOLEAN;
        }
    }
}
