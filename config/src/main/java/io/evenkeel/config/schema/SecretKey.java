// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import java.util.ArrayList;
import java.util.List;

/**
 * A place of a key whose values are never shown, by the grammar's mark. All who show settings take such keys from here.
 *
 * @param parent the key of the section that has it; empty for the file itself
 */
public record SecretKey(Key key, String parent) {

    /** All of them, each once for every section that has it. */
    public static List<SecretKey> all() {
        List<SecretKey> found = new ArrayList<>();
        add(ConfigSchema.FILE, "", found);
        return found;
    }

    private static void add(ValueType type, String parent, List<SecretKey> found) {
        if (type instanceof Listing list) {
            add(list.item(), parent, found);
        } else if (type instanceof NamedValues table) {
            add(table.value(), parent, found);
        } else if (type instanceof Section section) {
            for (Key key : section.keys()) {
                if (key.secret()) {
                    found.add(new SecretKey(key, parent));
                }
                add(key.type(), key.name(), found);
            }
        }
    }
}
