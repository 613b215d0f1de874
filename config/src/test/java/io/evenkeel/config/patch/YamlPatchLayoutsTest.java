// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.patch.ConfigPatch.Append;
import io.evenkeel.config.patch.ConfigPatch.Put;
import io.evenkeel.config.patch.ConfigPatch.Remove;
import io.evenkeel.config.patch.ConfigPatch.Rename;
import io.evenkeel.config.patch.ConfigPatch.Swap;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.patch.ConfigValue.Scalar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Changes in texts of random layouts, against a reader that knows nothing of ours. */
class YamlPatchLayoutsTest {

    private static final int TEXTS = 600;
    private static final Pattern MARK = Pattern.compile("#c[0-9]+");

    private final Random random = new Random(Long.getLong("seed", 1));

    /** A text and what it means. */
    private record Sheet(String text, Map<String, Object> meaning) {}

    private static Object read(String text) {
        return new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    private static List<String> marks(String text) {
        return MARK.matcher(text).results().map(MatchResult::group).toList();
    }

    private boolean chance(double share) {
        return random.nextDouble() < share;
    }

    /** Writes configurations in every layout that people use. */
    private static final class LayoutWriter {

        private final Random random;
        private final StringBuilder out = new StringBuilder();
        private int comments;

        LayoutWriter(Random random) {
            this.random = random;
        }

        private boolean chance(double share) {
            return random.nextDouble() < share;
        }

        private String comment() {
            return " ".repeat(1 + random.nextInt(3)) + "#c" + comments++ + " it's {a: [b, \"c";
        }

        private String word(String text, boolean inFlow) {
            boolean must = inFlow && text.matches(".*[\\[\\]{},].*");
            return switch (must ? 1 : random.nextInt(4)) {
                case 1 -> "\"" + text + "\"";
                case 2 -> "'" + text + "'";
                default -> text;
            };
        }

        Sheet sheet() {
            Map<String, Object> clusters = new LinkedHashMap<>();
            int count = 1 + random.nextInt(3);
            for (int i = 0; i < count; i++) {
                clusters.put("cl" + i, cluster());
            }
            Map<String, Object> root = new LinkedHashMap<>();
            root.put("version", 1);
            root.put("clusters", clusters);
            root.put("log", new LinkedHashMap<>(Map.of("level", "info")));
            if (chance(0.3)) {
                out.append("#c").append(comments++).append(" top\n");
            }
            if (chance(0.1)) {
                out.append("---\n");
            }
            block(root, 0, false);
            String text = out.toString();
            if (chance(0.15)) {
                text = text.stripTrailing();
            } else if (chance(0.1)) {
                text += "...\n";
            }
            return new Sheet(chance(0.3) ? text.replace("\n", "\r\n") : text, root);
        }

        private Map<String, Object> cluster() {
            Map<String, Object> cluster = new LinkedHashMap<>();
            if (chance(0.7)) {
                cluster.put("policy", chance(0.5) ? "round-robin" : map("name", "frt", "window", "2s"));
            }
            List<Object> nodes = new ArrayList<>();
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                nodes.add(chance(0.3) ? "n" + i + ":80" : map("name", "vcn" + i, "address", "n" + i + ":80"));
            }
            cluster.put("nodes", nodes);
            if (chance(0.6)) {
                cluster.put("queue", map("size", 10 + random.nextInt(9), "timeout", "2s"));
            }
            return cluster;
        }

        private static Map<String, Object> map(Object... pairs) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < pairs.length; i += 2) {
                map.put((String) pairs[i], pairs[i + 1]);
            }
            return map;
        }

        /** @param begun the first key stands behind a dash */
        private void block(Map<String, Object> map, int indent, boolean begun) {
            boolean first = begun;
            for (Map.Entry<String, Object> entry : map.entrySet()) {
                if (!first) {
                    above(indent);
                    out.append(" ".repeat(indent));
                }
                first = false;
                out.append(word(entry.getKey(), false)).append(chance(0.1) ? " :" : ":");
                value(entry.getValue(), indent);
            }
        }

        private void above(int indent) {
            if (chance(0.15)) {
                out.append(chance(0.3) ? "  \n" : "\n");
            }
            if (chance(0.25)) {
                out.append(" ".repeat(indent)).append("#c").append(comments++).append(" above\n");
            }
        }

        private void value(Object value, int indent) {
            if (value instanceof Integer) {
                out.append(' ').append(value);
                end();
            } else if (value instanceof String text) {
                out.append(' ').append(word(text, false));
                end();
            } else if (indent > 0 && chance(0.4)) {
                out.append(' ');
                flow(value, indent);
                end();
            } else {
                end();
                if (value instanceof Map<?, ?> map) {
                    block(cast(map), indent + 1 + random.nextInt(4), false);
                } else {
                    items((List<?>) value, indent + random.nextInt(4));
                }
            }
        }

        private void items(List<?> items, int indent) {
            for (Object item : items) {
                above(indent);
                int gap = 1 + random.nextInt(3);
                out.append(" ".repeat(indent)).append('-').append(" ".repeat(gap));
                if (item instanceof Map<?, ?> map && chance(0.5)) {
                    block(cast(map), indent + 1 + gap, true);
                } else {
                    flow(item, indent);
                    end();
                }
            }
        }

        private void end() {
            out.append(chance(0.2) ? comment() : chance(0.1) ? "  " : "").append('\n');
        }

        private void flow(Object value, int indent) {
            if (value instanceof Integer number) {
                out.append(number);
                return;
            } else if (value instanceof String text) {
                out.append(word(text, true));
                return;
            }
            boolean map = value instanceof Map;
            List<?> parts = value instanceof Map<?, ?> keys ? List.copyOf(keys.entrySet()) : (List<?>) value;
            boolean lines = chance(0.4);
            String margin = lines ? "\n" + " ".repeat(indent + 1 + random.nextInt(3)) + (chance(0.2) ? "\t" : "") : "";
            out.append(map ? '{' : '[').append(chance(0.2) ? " " : "");
            for (int i = 0; i < parts.size(); i++) {
                out.append(margin);
                if (lines && chance(0.2)) {
                    out.append("#c").append(comments++).append(margin);
                }
                if (parts.get(i) instanceof Map.Entry<?, ?> entry) {
                    out.append(entry.getKey()).append(": ");
                    flow(entry.getValue(), indent + 1);
                } else {
                    flow(parts.get(i), indent + 1);
                }
                boolean last = i == parts.size() - 1;
                out.append(last ? (chance(0.2) ? "," : "") : lines || chance(0.8) ? "," : " ,");
                out.append(lines && chance(0.3) ? comment() : last || lines ? "" : " ".repeat(random.nextInt(2)));
                if (!last && !lines && out.charAt(out.length() - 1) == ',') {
                    out.append(' ');
                }
            }
            out.append(lines ? "\n" + " ".repeat(indent + 1) : chance(0.2) ? " " : "")
                    .append(map ? '}' : ']');
        }

        @SuppressWarnings("unchecked")
        private static Map<String, Object> cast(Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
    }

    /** A change and the same change of the content. */
    private record Change(ConfigPatch patch, Runnable inMeaning, int mostLines) {}

    @SuppressWarnings("unchecked")
    private Change change(Map<String, Object> root) {
        Map<String, Object> clusters = map(root, "clusters");
        String name = "cl" + random.nextInt(clusters.size());
        Map<String, Object> cluster = map(clusters, name);
        List<Object> nodes = (List<Object>) Objects.requireNonNull(cluster.get("nodes"));
        int index = random.nextInt(nodes.size());
        List<String> node = List.of("clusters", name, "nodes", Integer.toString(index));
        return switch (random.nextInt(11)) {
            case 0 -> {
                boolean section = cluster.get("policy") instanceof Map;
                yield section
                        ? put(List.of("clusters", name, "policy", "name"), "rr", map(cluster, "policy"))
                        : put(List.of("clusters", name, "policy"), "rr", cluster);
            }
            case 1 -> put(List.of("clusters", name, "slow-start"), "30s", cluster);
            case 2 -> {
                Map<String, Object> queue = (Map<String, Object>)
                        cluster.computeIfAbsent("queue", key -> new LinkedHashMap<String, Object>());
                yield put(List.of("clusters", name, "queue", "size"), 77, queue);
            }
            case 3 ->
                nodes.get(index) instanceof Map<?, ?> keys
                        ? put(plus(node, "weight"), 2, (Map<String, Object>) keys)
                        : new Change(
                                new Put(node, keys("address", "x:1", "weight", "2")),
                                () -> nodes.set(index, new LinkedHashMap<>(Map.of("address", "x:1", "weight", 2))),
                                1);
            case 4 -> {
                boolean word = nodes.get(index) instanceof String;
                yield new Change(
                        new Append(
                                List.of("clusters", name, "nodes"),
                                word ? new Scalar("new:1") : keys("name", "[n", "address", "new:1")),
                        () -> nodes.add(word ? "new:1" : new LinkedHashMap<>(Map.of("name", "[n", "address", "new:1"))),
                        2);
            }
            case 5 ->
                nodes.size() == 1
                        ? put(List.of("version"), 1, root)
                        : new Change(new Remove(node, chance(0.5)), () -> nodes.remove(index), 20);
            case 6 ->
                clusters.size() == 1
                        ? put(List.of("log", "level"), "warn", map(root, "log"))
                        : new Change(
                                new Remove(List.of("clusters", name), chance(0.5)), () -> clusters.remove(name), 200);
            case 7, 8 ->
                index + 1 == nodes.size()
                        ? put(List.of("clusters", name, "panic"), "all", cluster)
                        : new Change(new Swap(node), () -> Collections.swap(nodes, index, index + 1), 14);
            case 9 -> {
                String fresh = chance(0.5) ? "re-named" : "x: [y";
                yield new Change(
                        new Rename(List.of("clusters", name), fresh),
                        () -> clusters.put(fresh, Objects.requireNonNull(clusters.remove(name))),
                        1);
            }
            default ->
                new Change(
                        new Put(
                                List.of("clusters", "fresh"),
                                new Keys(Map.of("nodes", new ConfigValue.Items(List.of(new Scalar("f:1")))))),
                        () -> clusters.put("fresh", Map.of("nodes", List.of("f:1"))),
                        4);
        };
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> holder, String key) {
        return (Map<String, Object>) Objects.requireNonNull(holder.get(key));
    }

    private static List<String> plus(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    private static Keys keys(String... pairs) {
        Map<String, ConfigValue> entries = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            entries.put(pairs[i], new Scalar(pairs[i + 1]));
        }
        return new Keys(entries);
    }

    private static Change put(List<String> path, Object value, Map<String, Object> holder) {
        return new Change(
                new Put(path, new Scalar(value.toString())), () -> holder.put(path.get(path.size() - 1), value), 2);
    }

    private static long linesGone(String before, String after) {
        List<String> left = new ArrayList<>(after.lines().toList());
        return before.lines().filter(line -> !left.remove(line)).count();
    }

    /** The comments after a change, by those before; those found decide where more than one order is right. */
    private static List<String> expected(ConfigPatch patch, List<String> before, List<String> after) {
        if (patch instanceof Remove) {
            return before.stream().filter(after::contains).toList();
        }
        boolean swapped = patch instanceof Swap && sorted(after).equals(sorted(before));
        return swapped ? after : before;
    }

    private static List<String> sorted(List<String> marks) {
        return marks.stream().sorted().toList();
    }

    @Test
    void sayWhatTheyShallAndKeepEveryCommentAndLine() {
        int refused = 0;
        for (int i = 0; i < TEXTS; i++) {
            Sheet sheet = new LayoutWriter(random).sheet();
            String text = sheet.text();
            assertThat(read(text)).as("the sheet itself:\n" + text).isEqualTo(sheet.meaning());
            Change change = change(sheet.meaning());
            String context = "text " + i + ", " + change.patch() + "\n" + text + "\n";
            String after;
            try {
                after = YamlPatch.apply(text, List.of(change.patch()));
            } catch (ConfigPatchException e) {
                assertThat(e.sentence()).isNotBlank();
                refused++;
                continue;
            }
            change.inMeaning().run();
            assertThat(read(after)).as(context + "-->\n" + after).isEqualTo(sheet.meaning());
            assertThat(marks(after)).as(context + after).isEqualTo(expected(change.patch(), marks(text), marks(after)));
            assertThat(linesGone(text, after)).as(context + "-->\n" + after).isLessThanOrEqualTo(change.mostLines());
            assertThat(after.contains("\r\n") && after.matches("(?s).*[^\r]\n.*"))
                    .as("mixed ends of lines\n" + context)
                    .isFalse();
        }
        assertThat(refused).as("refusals in " + TEXTS).isLessThan(TEXTS / 100);
    }
}
