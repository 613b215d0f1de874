// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.order;

import io.evenkeel.config.disk.BoundedFile;
import io.evenkeel.config.disk.OwnerFile;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.wire.octets.JsonText;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Orders as a JSON file with one order for each line. It is replaced at once: a reader sees the old or the new one,
 * also after a crash.
 *
 * <p>It is read as YAML, of which JSON is a part.
 */
final class OrderFile {

    private static final int MOST_OCTETS = 16 * 1024 * 1024;

    private OrderFile() {}

    /**
     * The orders in a file; nothing where there is none. One that cannot be understood is renamed, so that it is
     * neither used nor lost.
     *
     * @param log told of that
     */
    static Map<String, Map<String, NodeOrder>> read(Path file, EventLogger log) {
        try {
            return parse(BoundedFile.text(file, MOST_OCTETS, "a file of orders"));
        } catch (NoSuchFileException e) {
            return Map.of();
        } catch (IOException | YamlEngineException | IllegalArgumentException e) {
            log.error(file + " cannot be read, so no node begins drained, in maintenance or with another weight;"
                    + " it is kept as " + putAside(file) + ": "
                    + (e instanceof FileSystemException ? e : e.getMessage()));
            return Map.of();
        }
    }

    private static Path putAside(Path file) {
        Path aside = file.resolveSibling(file.getFileName() + ".unreadable");
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            return aside;
        } catch (IOException e) {
            return file;
        }
    }

    static Map<String, Map<String, NodeOrder>> parse(String text) {
        Map<String, Map<String, NodeOrder>> orders = new LinkedHashMap<>();
        LoadSettings settings =
                LoadSettings.builder().setCodePointLimit(MOST_OCTETS).build();
        if (!(load(settings, text) instanceof Map<?, ?> whole) || !(whole.get("nodes") instanceof List<?> nodes)) {
            throw new IllegalArgumentException("it has no list of nodes");
        }
        for (Object each : nodes) {
            if (!(each instanceof Map<?, ?> line)) {
                throw new IllegalArgumentException("an order that is not a map");
            }
            double weight = number(line, "weight");
            if (weight <= 0 || weight > 1e6) {
                throw new IllegalArgumentException("a weight of " + weight);
            }
            NodeOrder order = new NodeOrder(
                    state(text(line, "state")),
                    optional(line, "reason"),
                    optional(line, "by"),
                    weight,
                    number(line, "settingsWeight"));
            orders.computeIfAbsent(text(line, "cluster"), key -> new LinkedHashMap<>())
                    .put(text(line, "node"), order);
        }
        return orders;
    }

    /** The reader of YAML calls itself for each level, without a bound. */
    private static @Nullable Object load(LoadSettings settings, String text) {
        try {
            return new Load(settings).loadFromString(text);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException("it is nested too deeply", e);
        }
    }

    private static AdminState state(String word) {
        for (AdminState each : AdminState.values()) {
            if (each.name().equalsIgnoreCase(word)) {
                return each;
            }
        }
        throw new IllegalArgumentException("an order with the state '" + word + "'");
    }

    private static String text(Map<?, ?> line, String key) {
        String value = optional(line, key);
        if (value == null) {
            throw new IllegalArgumentException("an order without '" + key + "'");
        }
        return value;
    }

    private static @Nullable String optional(Map<?, ?> line, String key) {
        Object value = line.get(key);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new IllegalArgumentException("an order whose '" + key + "' is not a text");
    }

    private static double number(Map<?, ?> line, String key) {
        Object value = line.get(key);
        if (value == null) {
            return Double.NaN;
        }
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException("an order whose '" + key + "' is not a number");
    }

    static void write(Path file, Map<String, Map<String, NodeOrder>> orders) throws IOException {
        OwnerFile.replace(file, render(orders));
    }

    static String render(Map<String, Map<String, NodeOrder>> orders) {
        StringBuilder out = new StringBuilder("{\"version\": 1, \"nodes\": [");
        String[] between = {"\n"};
        orders.forEach((cluster, nodes) -> nodes.forEach((node, order) -> {
            out.append(between[0]).append("  {\"cluster\": ");
            between[0] = ",\n";
            JsonText.quote(cluster, out);
            JsonText.quote(node, out.append(", \"node\": "));
            JsonText.quote(order.wanted().name().toLowerCase(Locale.ROOT), out.append(", \"state\": "));
            String reason = order.reason();
            if (reason != null) {
                JsonText.quote(reason, out.append(", \"reason\": "));
            }
            String by = order.by();
            if (by != null) {
                JsonText.quote(by, out.append(", \"by\": "));
            }
            if (order.hasWeight()) {
                out.append(", \"weight\": ").append(order.weight());
                out.append(", \"settingsWeight\": ").append(order.settingsWeight());
            }
            out.append('}');
        }));
        return out.append("\n]}\n").toString();
    }
}
