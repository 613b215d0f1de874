// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import io.evenkeel.config.patch.ConfigValue.Items;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.patch.ConfigValue.Scalar;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.config.yaml.Layout.Style;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The content of a text apart from its layout, and the content it must have after a change: the measure of every patch.
 */
final class YamlContent {

    private YamlContent() {}

    /** Two texts say the same when these are equal; aliases stand for themselves. */
    static ConfigValue of(Layout layout) {
        return switch (layout.kind()) {
            case SCALAR -> new Scalar(layout.text(), layout.style() != Style.PLAIN);
            // No text of a file can have this character, so nothing else equals an alias.
            case ALIAS -> new Scalar("\0" + layout.text(), true);
            case SEQUENCE ->
                new Items(layout.items().stream().map(YamlContent::of).toList());
            case MAPPING -> {
                Map<String, ConfigValue> entries = new LinkedHashMap<>();
                layout.entries().forEach(entry -> entries.put(entry.key(), of(entry.value())));
                yield new Keys(entries);
            }
        };
    }

    /** The value that a change must give; sections on the way are made. */
    static ConfigValue after(ConfigValue before, ConfigPatch patch) {
        return at(before, patch.path(), patch);
    }

    private static ConfigValue at(ConfigValue value, List<String> path, ConfigPatch patch) {
        if (path.isEmpty()) {
            return changed(value, patch);
        }
        String step = path.get(0);
        List<String> rest = path.subList(1, path.size());
        boolean removed = rest.isEmpty() && patch instanceof ConfigPatch.Remove;
        boolean swapped = rest.isEmpty() && patch instanceof ConfigPatch.Swap;
        if (value instanceof Items list) {
            List<ConfigValue> items = new ArrayList<>(list.items());
            int index = Integer.parseInt(step);
            if (removed) {
                items.remove(index);
            } else if (swapped) {
                Collections.swap(items, index, index + 1);
            } else {
                items.set(index, at(items.get(index), rest, patch));
            }
            return new Items(items);
        }
        if (rest.isEmpty() && patch instanceof ConfigPatch.Rename rename) {
            Map<String, ConfigValue> renamed = new LinkedHashMap<>();
            ((Keys) value).entries().forEach((key, each) -> renamed.put(key.equals(step) ? rename.key() : key, each));
            return new Keys(renamed);
        }
        Map<String, ConfigValue> entries = new LinkedHashMap<>(((Keys) value).entries());
        if (removed) {
            entries.remove(step);
        } else {
            entries.put(step, at(entries.getOrDefault(step, new Keys(Map.of())), rest, patch));
        }
        return new Keys(entries);
    }

    private static ConfigValue changed(ConfigValue value, ConfigPatch patch) {
        if (patch instanceof ConfigPatch.Append append) {
            List<ConfigValue> items = new ArrayList<>(((Items) value).items());
            items.add(append.value());
            return new Items(items);
        }
        return ((ConfigPatch.Put) patch).value();
    }
}
