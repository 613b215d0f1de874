// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import io.evenkeel.config.schema.Form.JsonType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value of a configuration file, apart from its notation. Immutable. */
public sealed interface ConfigValue {

    /**
     * A single value.
     *
     * @param quoted it must be read as text; without that {@code 1} is a number, {@code true} a truth value
     */
    record Scalar(String text, boolean quoted) implements ConfigValue {

        public Scalar {
            quoted |= JsonType.of(text) == JsonType.STRING;
        }

        /** A word as it was typed. */
        public Scalar(String text) {
            this(text, text.isEmpty());
        }
    }

    /** Keys with values, in an order that people like to read. */
    record Keys(Map<String, ConfigValue> entries) implements ConfigValue {

        public Keys {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    /** A list. */
    record Items(List<ConfigValue> items) implements ConfigValue {

        public Items {
            items = List.copyOf(items);
        }
    }
}
