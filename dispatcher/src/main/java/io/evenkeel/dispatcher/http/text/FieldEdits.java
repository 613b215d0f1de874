// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import io.evenkeel.config.text.Octets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Fields that are taken out of messages on one way, and fields that are put into them. Immutable. */
public final class FieldEdits {

    /** No change. */
    public static final FieldEdits NONE = of(List.of(), Map.of());

    private final FieldNames removed;
    private final byte[] added;

    private FieldEdits(FieldNames removed, byte[] added) {
        this.removed = removed;
        this.added = added;
    }

    /**
     * Makes the changes.
     *
     * @param removed names of fields
     * @param set values by name, in ASCII and valid in a field line; they replace all fields of that name
     */
    public static FieldEdits of(Collection<String> removed, Map<String, String> set) {
        return of(removed, set.entrySet(), List.of());
    }

    /**
     * Makes the changes.
     *
     * @param removed names of fields
     * @param set fields that replace all of their name; names and values are in ASCII and valid in a field line
     * @param more fields that do not
     */
    public static FieldEdits of(
            Collection<String> removed,
            Collection<Map.Entry<String, String>> set,
            Collection<Map.Entry<String, String>> more) {
        List<String> names = new ArrayList<>(removed);
        set.forEach(field -> names.add(field.getKey()));
        StringBuilder lines = new StringBuilder();
        Stream.concat(set.stream(), more.stream())
                .forEach(field -> lines.append(field.getKey())
                        .append(": ")
                        .append(field.getValue())
                        .append("\r\n"));
        return new FieldEdits(FieldNames.of(names), Octets.ascii(lines.toString()));
    }

    /** The fields that do not pass, those that are set among them. */
    public FieldNames removed() {
        return removed;
    }

    /** Whole field lines, CR LF included, that every message gets; not to be changed. */
    public byte[] added() {
        return added;
    }
}
