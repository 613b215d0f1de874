// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.config.schema.YamlText;
import io.evenkeel.config.yaml.TextPlace;
import io.evenkeel.simulator.file.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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

    private static final Word<Integer> WHOLE = ScalarTypes.whole(0, Integer.MAX_VALUE);

    private static final Section NODE = Section.of(
            "nodes",
            Key.optional("name", ScalarTypes.TEXT, "The name of the kind of nodes."),
            Key.of("count", WHOLE, "1", "Nodes of this kind."),
            Key.optional("service-ms", ScalarTypes.NUMBER, "All of the time that a request needs alone."),
            Key.optional("cpu-ms", ScalarTypes.NUMBER, "Processor time of a request."),
            Key.optional("cores", WHOLE, "Processors."),
            Key.optional("jdbc-ms", ScalarTypes.NUMBER, "The time that a request holds a connection to the database."),
            Key.optional("jdbc", WHOLE, "Connections to the database."),
            Key.optional("other-ms", ScalarTypes.NUMBER, "The time of a request that uses neither."),
            Key.optional("workers", WHOLE, "Requests served at the same time."),
            Key.optional("queue", WHOLE, "Requests that wait for a worker."),
            Key.optional("variation", ScalarTypes.NUMBER, "Standard deviation of a request's time over its mean."));

    private static final Section FILE = Section.of(
            "the plan",
            Key.optional("nodes", new Listing(NODE, 0), "The kinds of nodes."),
            Key.of("arrival-variation", ScalarTypes.NUMBER, "1", "Standard deviation over mean between arrivals."));

    /** The key that a message about a node names first: {@code node kind 'big': cores must be …}. */
    private static final Pattern PART = Pattern.compile("(?:node kind '.*': )?([a-z-]+) .*", Pattern.DOTALL);

    private final String name;
    private final YamlText text;

    private PlanFile(String name, YamlText text) {
        this.name = name;
        this.text = text;
    }

    /**
     * The nodes of a file.
     *
     * @throws PlanException when it cannot be read or makes no sense; names the place
     */
    public static Fleet read(Path file) {
        String name = file.toString();
        try {
            return new PlanFile(name, YamlText.read(name, TextFile.read(file), FILE)).fleet();
        } catch (IOException e) {
            throw new PlanException("the plan's file cannot be read: " + file + ": " + e.getMessage());
        } catch (SettingsException e) {
            throw new PlanException(YamlText.inWords(name, e));
        }
    }

    private Fleet fleet() {
        ParsedSection plan = text.root();
        List<ParsedSection> nodes = plan.blocks("nodes");
        if (nodes.isEmpty()) {
            throw wrong(
                    plan.placeOf("nodes"),
                    "a plan needs 'nodes', a list with at least one entry",
                    "such as nodes: [{name: vcn, count: 3, service-ms: 9.6}]");
        }
        List<NodeKind> kinds = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ParsedSection node : nodes) {
            NodeKind kind = kind(node, "node" + (kinds.size() + 1));
            if (!names.add(kind.name())) {
                throw wrong(
                        node.placeOf("name"),
                        "there is another kind of nodes '" + kind.name() + "' above",
                        "give each kind a name of its own");
            }
            kinds.add(kind);
        }
        return made(plan, () -> new Fleet(kinds, plan.value("arrival-variation", Double.class)));
    }

    private NodeKind kind(ParsedSection at, String otherwise) {
        String given = at.find("name", String.class);
        GivenFigures demand = new GivenFigures(
                at.find("service-ms", Double.class),
                at.find("cpu-ms", Double.class),
                at.find("cores", Integer.class),
                at.find("jdbc-ms", Double.class),
                at.find("jdbc", Integer.class),
                at.find("other-ms", Double.class),
                at.find("workers", Integer.class),
                at.find("queue", Integer.class),
                at.find("variation", Double.class));
        return made(at, () -> demand.kind(given == null ? otherwise : given, at.value("count", Integer.class)));
    }

    /** The value that a section describes; what is refused is shown at the key that the message names, or here. */
    private <T> T made(ParsedSection at, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (PlanException e) {
            String message = String.valueOf(e.getMessage());
            Matcher part = PART.matcher(message);
            throw wrong(part.matches() ? at.placeOf(part.group(1)) : at.place(), message, null);
        }
    }

    private PlanException wrong(TextPlace place, String message, @Nullable String hint) {
        return new PlanException(YamlText.inWords(name, text.wrong(place, message, hint)));
    }
}
