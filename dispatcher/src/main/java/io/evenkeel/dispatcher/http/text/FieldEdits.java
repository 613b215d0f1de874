// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import io.evenkeel.config.text.Octets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

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
        List<String> names = new ArrayList<>(removed);
        StringBuilder lines = new StringBuilder();
        set.forEach((name, value) -> {
            names.add(name);
            lines.append(name).append(": ").append(value).append("\r\n");
        });
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
