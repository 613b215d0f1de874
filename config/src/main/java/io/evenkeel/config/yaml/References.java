// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The values of a text that refer to files, as they are written, each with the keys that lead to it. */
public final class References {

    /**
     * A value and where it stands.
     *
     * @param keys those that lead to the value, the outermost first; empty outside of any
     * @param written the whole value as it stands in the text
     */
    public record PlacedValue(List<String> keys, String written) {

        public PlacedValue {
            keys = List.copyOf(keys);
        }
    }

    private References() {}

    /**
     * The values with {@code ${file:…}}, also where an alias repeats them; values behind an error of the text are
     * left out. No file is read.
     */
    public static Set<PlacedValue> in(String text) {
        Set<PlacedValue> found = new HashSet<>();
        YamlReader.read(text, new Problems("", text), name -> "", (keys, written, path) -> {
            found.add(new PlacedValue(keys, written));
            return "it is not asked for";
        });
        return found;
    }
}
