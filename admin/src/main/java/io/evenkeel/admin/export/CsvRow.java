// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One line of comma-separated values under a header. Values that are not set are empty, and a comma ends every value,
 * as in HAProxy.
 */
final class CsvRow {

    private final Map<String, String> values = new LinkedHashMap<>();

    CsvRow(String header) {
        Arrays.stream(header.split(",")).forEach(column -> values.put(column, ""));
    }

    CsvRow set(String column, long value) {
        return set(column, String.valueOf(value));
    }

    CsvRow set(String column, String value) {
        if (values.replace(column, quoted(value)) == null) {
            throw new IllegalArgumentException("no column " + column);
        }
        return this;
    }

    private static String quoted(String value) {
        boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c < ' ');
        return plain ? value : '"' + value.replace("\"", "\"\"").replaceAll("\\p{Cntrl}", " ") + '"';
    }

    @Override
    public String toString() {
        return values.values().stream().collect(Collectors.joining(",", "", ","));
    }
}
