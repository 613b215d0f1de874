// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A complete answer.
 *
 * @param fields by name in lower case
 */
record Answer(int status, Map<String, List<String>> fields, String body) {

    /** The first value of a field, or null. */
    @Nullable
    String field(String name) {
        List<String> values = all(name);
        return values.isEmpty() ? null : values.get(0);
    }

    List<String> all(String name) {
        return fields.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }
}
