// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.simulator.file.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A YAML file that says what nodes there are.
 *
 * <pre>
 * arrival-variation: 1
 * nodes:
 *   - {name: big, count: 2, cpu-ms: 8, cores: 4, jdbc-ms: 80, jdbc: 20, workers: 24, queue: 24, variation: 0.5}
 *   - {name: small, service-ms: 9.6}
 * </pre>
 *
 * The keys are those of the command line's options; unknown and repeated ones are errors.
 */
public final class PlanFile {

    private static final Set<String> TOP = Set.of("nodes", "arrival-variation");
    private static final Set<String> KEYS = Set.of(
            "name",
            "count",
            "service-ms",
            "cpu-ms",
            "cores",
            "jdbc-ms",
            "jdbc",
            "other-ms",
            "workers",
            "queue",
            "variation");

    private final Path file;

    private PlanFile(Path file) {
        this.file = file;
    }

    /**
     * The nodes of a file.
     *
     * @throws PlanException when it cannot be read or makes no sense; names the place
     */
    public static Fleet read(Path file) {
        return new PlanFile(file).fleet();
    }

    private Fleet fleet() {
        Map<?, ?> top = map("", content());
        checkKeys("", top, TOP);
        Object nodes = top.get("nodes");
        if (!(nodes instanceof List<?> list) || list.isEmpty()) {
            throw wrong("nodes", "is a list with at least one entry, such as {name: vcn, count: 3, service-ms: 9.6}");
        }
        List<NodeKind> kinds = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < list.size(); i++) {
            String place = "nodes[" + i + "]";
            NodeKind kind = kind(place, map(place, list.get(i)), i);
            if (!names.add(kind.name())) {
                throw wrong(place + ".name", "is another than those before, not '" + kind.name() + "' again");
            }
            kinds.add(kind);
        }
        Double variation = number("", top, "arrival-variation");
        return new Fleet(kinds, variation == null ? 1 : variation);
    }

    private @Nullable Object content() {
        try {
            String text = TextFile.read(file);
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(file.toString())
                    .setBufferSize(text.length() + 2) // whole: at a buffer's end the parser fails on a surrogate pair
                    .build();
            return new Load(settings).loadFromString(text);
        } catch (IOException e) {
            throw new PlanException("the plan's file cannot be read: " + file + ": " + e.getMessage());
        } catch (YamlEngineException e) {
            throw new PlanException("the plan's file is not YAML: " + e.getMessage());
        }
    }

    private NodeKind kind(String place, Map<?, ?> map, int index) {
        checkKeys(place, map, KEYS);
        Object name = map.get("name");
        try {
            return new Demand(
                            number(place, map, "service-ms"),
                            number(place, map, "cpu-ms"),
                            whole(place, map, "cores"),
                            number(place, map, "jdbc-ms"),
                            whole(place, map, "jdbc"),
                            number(place, map, "other-ms"),
                            whole(place, map, "workers"),
                            whole(place, map, "queue"),
                            number(place, map, "variation"))
                    .kind(name == null ? "node" + (index + 1) : name.toString(), orOne(whole(place, map, "count")));
        } catch (PlanException e) {
            String why = String.valueOf(e.getMessage());
            throw new PlanException(why.startsWith(file.toString()) ? why : file + ": " + place + ": " + why);
        }
    }

    private static int orOne(@Nullable Integer count) {
        return count == null ? 1 : count;
    }

    private void checkKeys(String place, Map<?, ?> map, Set<String> known) {
        for (Object key : map.keySet()) {
            if (!known.contains(String.valueOf(key))) {
                throw wrong(
                        place.isEmpty() ? String.valueOf(key) : place + "." + key,
                        "is not known here; there are " + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    private Map<?, ?> map(String place, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw wrong(
                place.isEmpty() ? "the file" : place,
                "is a mapping with " + String.join(", ", new TreeSet<>(place.isEmpty() ? TOP : KEYS)));
    }

    private @Nullable Double number(String place, Map<?, ?> map, String key) {
        Object value = map.get(key);
        if (value == null) {
            return null;
        }
        if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
            return number.doubleValue();
        }
        throw wrong(place.isEmpty() ? key : place + "." + key, "is a number, not '" + value + "'");
    }

    private @Nullable Integer whole(String place, Map<?, ?> map, String key) {
        Object value = map.get(key);
        if (value == null || value instanceof Integer) {
            return (Integer) value;
        }
        throw wrong(place + "." + key, "is a whole number, not '" + value + "'");
    }

    private PlanException wrong(String place, String rule) {
        return new PlanException(file + ": " + place + " " + rule);
    }
}
