// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.evenkeel.config.Problem;
import io.evenkeel.config.file.JsonSchema;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.Tree;
import io.evenkeel.config.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The reader and the schema judge alike. The program runs the reader alone, because a schema validator would double the
 * time of a start; editors run the schema alone. An independent validator stands for the editors here.
 */
class SchemaAgreesTest {

    private static final long SEED = Long.getLong("seed", 1);
    private static final int ROUNDS = 1500;
    private static final List<String> VALUES = List.of(
            "0",
            "1",
            "-1",
            "3",
            "2.5",
            "2.5e-1",
            "99999999999",
            "true",
            "false",
            "null",
            "[]",
            "{}",
            "[1]",
            "{\"a\":1}",
            "\"\"",
            "\"x\"",
            "\" \"",
            "\"2\"",
            "\"2s\"",
            "\"0s\"",
            "\"250ms\"",
            "\"1.5h\"",
            "\"20%\"",
            "\"101%\"",
            "\"64kB\"",
            "\"64kX\"",
            "\"off\"",
            "\"never\"",
            "\"unlimited\"",
            "\"none\"",
            "\"http\"",
            "\"127.0.0.1:80\"",
            "\"[::1]:80\"",
            "\"h\"",
            "\"/a\"",
            "\"/a b\"",
            "\"a.example.org\"",
            "\"10.0.0.0/8\"",
            "\"200-399\"",
            "\"true\"");

    private static final Schema SCHEMA =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(JsonSchema.text());

    private final YAMLMapper yaml = new YAMLMapper();

    @Test
    void onEveryExample() throws IOException {
        try (var files = Files.list(Path.of("../examples/config"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(SCHEMA.validate(Files.readString(file), InputFormat.YAML))
                        .as("%s", file)
                        .isEmpty();
            }
        }
    }

    @Test
    void onTheFullExampleWithOneValueOrKeyChanged() throws IOException {
        JsonNode full = full();
        SplittableRandom random = new SplittableRandom(SEED);
        int rejected = 0;
        for (int round = 0; round < ROUNDS; round++) {
            JsonNode changed = full.deepCopy();
            String change = change(changed, random);
            String json = changed.toString();
            List<Problem> problems = read(json);
            boolean schemaRejects = !SCHEMA.validate(json, InputFormat.JSON).isEmpty();
            assertThat(schemaRejects)
                    .as("round %d of seed %d: %s; reader says %s", round, SEED, change, problems)
                    .isEqualTo(problems.stream().anyMatch(problem -> !isBeyondPatterns(problem)));
            rejected += schemaRejects ? 1 : 0;
        }
        assertThat(rejected).as("changes that both reject").isBetween(ROUNDS / 4, ROUNDS * 19 / 20);
    }

    /** Only the reader knows rules beyond patterns, such as the bits of a prefix; its message then quotes the value. */
    private static boolean isBeyondPatterns(Problem problem) {
        return problem.message().contains("': ");
    }

    @Test
    void theFullExampleHasEveryKey() throws IOException {
        Set<String> missing = new TreeSet<>();
        missing(ConfigSchema.FILE, List.of(full()), "", missing);
        assertThat(missing).isEmpty();
    }

    private static void missing(ValueType.Section section, List<JsonNode> nodes, String path, Set<String> missing) {
        for (Key key : section.keys()) {
            List<JsonNode> below = new ArrayList<>();
            nodes.forEach(node -> {
                JsonNode value = node.get(key.name());
                if (value != null) {
                    boolean many =
                            key.type() instanceof ValueType.Listing || key.type() instanceof ValueType.NamedValues;
                    below.addAll(many ? List.copyOf(value.values()) : List.of(value));
                }
            });
            if (below.isEmpty()) {
                missing.add(path + key.name());
            }
            ValueType inner = key.type();
            if (inner instanceof ValueType.Listing listing) {
                inner = listing.item();
            } else if (inner instanceof ValueType.NamedValues table) {
                inner = table.value();
            }
            if (inner instanceof ValueType.Section s) {
                missing(s, below.stream().filter(JsonNode::isObject).toList(), path + key.name() + ".", missing);
            }
        }
    }

    private JsonNode full() throws IOException {
        String text = Files.readString(Path.of("../examples/config/full.yaml"));
        return yaml.readTree(text.replaceAll("\\$\\{env:[A-Z_]+(:-[a-z-]*)?}", "token"));
    }

    private static List<Problem> read(String text) {
        Problems problems = new Problems("changed.json", text);
        Tree tree = YamlReader.read(text, problems, name -> null, FileGate.OPEN);
        assertThat(tree).as(text).isNotNull();
        if (tree != null) {
            new SchemaReader(problems, null).read(ConfigSchema.FILE, tree);
        }
        return problems.sorted();
    }

    /** Changes one random member of one random object or list; returns a description of the change. */
    private String change(JsonNode root, SplittableRandom random) {
        List<JsonNode> containers = new ArrayList<>();
        collect(root, containers);
        JsonNode container = containers.get(random.nextInt(containers.size()));
        JsonNode value = yaml.readTree(VALUES.get(random.nextInt(VALUES.size())));
        if (container instanceof ArrayNode list) {
            int at = random.nextInt(list.size());
            list.set(at, value);
            return "item " + at + " = " + value;
        }
        ObjectNode object = (ObjectNode) container;
        List<String> names = List.copyOf(object.propertyNames());
        String name = names.get(random.nextInt(names.size()));
        switch (random.nextInt(8)) {
            case 0 -> {
                object.remove(name);
                return "without " + name;
            }
            case 1 -> {
                object.set(name + "x", value);
                return name + "x = " + value;
            }
            default -> {
                object.set(name, value);
                return name + " = " + value;
            }
        }
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainer() && !node.isEmpty()) {
            containers.add(node);
            node.values().forEach(child -> collect(child, containers));
        }
    }
}
