// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads one YAML 1.2 document, of which JSON is a part, into a {@link Tree}.
 *
 * <p>It works on the parser's events and not through a data binder, because an event knows where each key begins and
 * ends; and because loading more classes makes the start of the program slower. Aliases repeat the value they name.
 * Lines, values and nesting are bounded, so a text takes some tens of megabytes at most; ten thousand nodes stay far
 * below that.
 */
public final class YamlReader {

    private static final int DEEPEST = 32;
    static final int MOST_VALUES = 150_000;
    private static final int MOST_LINES = 250_000;

    /** The parser's own bound, which it would find after it has copied all of the text. */
    private static final int MOST_CHARACTERS = 3 << 20;

    private final Problems problems;
    private final @Nullable Substitution substitution;
    private final FileGate gate;
    private final Iterator<Event> events;
    private final Map<String, Named> anchors = new HashMap<>();
    private int values;

    /** The keys that lead to the value that is read, the outermost first. */
    private final List<String> keys = new ArrayList<>();

    /** The values so far that refer to files. */
    private final List<References.PlacedValue> references = new ArrayList<>();

    /**
     * The value that an alias repeats.
     *
     * @param values the number of values in it
     * @param depth the number of keys that lead to it
     * @param from the first of the references in it
     * @param to behind the last of them
     */
    private record Named(Tree tree, int values, int depth, int from, int to) {}

    private YamlReader(String text, Problems problems, @Nullable Substitution substitution, FileGate gate) {
        this.problems = problems;
        this.gate = gate;
        this.substitution = substitution;
        this.events = events(text);
    }

    /**
     * The parser's events for a text. The parser gets all of it at once: it fails on a surrogate pair that its buffer's
     * end cuts in two.
     */
    static Iterator<Event> events(String text) {
        LoadSettings whole =
                LoadSettings.builder().setBufferSize(text.length() + 2).build();
        return new Parse(whole).parseString(text).iterator();
    }

    /**
     * Reads a text.
     *
     * @param environment value of an environment variable, or null when it is not set
     * @param gate decides which files may be read
     * @return null when the text is empty, broken or too large; the fault has been added to {@code problems}
     */
    public static @Nullable Tree read(
            String text, Problems problems, UnaryOperator<@Nullable String> environment, FileGate gate) {
        return readWith(new Substitution(environment, gate), text, problems, gate);
    }

    /**
     * Reads a text in which references such as {@code ${env:NAME}} are words like others.
     *
     * @return null when the text is empty, broken or too large; the fault has been added to {@code problems}
     */
    public static @Nullable Tree readAsWritten(String text, Problems problems) {
        return readWith(null, text, problems, FileGate.OPEN);
    }

    private static @Nullable Tree readWith(
            @Nullable Substitution substitution, String text, Problems problems, FileGate gate) {
        if (text.chars().filter(c -> c == '\n').count() > MOST_LINES) {
            problems.error(TextPlace.START, "the file has more than " + MOST_LINES + " lines", null);
            return null;
        }
        if (text.codePointCount(0, text.length()) > MOST_CHARACTERS) {
            problems.error(TextPlace.START, "the file has more than " + MOST_CHARACTERS + " characters", null);
            return null;
        }
        try {
            return new YamlReader(text, problems, substitution, gate).document();
        } catch (MarkedYamlEngineException e) {
            Mark mark = e.getProblemMark().or(e::getContextMark).orElse(null);
            TextPlace place = mark == null ? TextPlace.START : place(mark, 1);
            problems.error(place, "not valid YAML: " + oneLine(e.getProblem()), hint(text, place, e));
        } catch (YamlEngineException e) {
            problems.error(TextPlace.START, "not valid YAML: " + oneLine(String.valueOf(e.getMessage())), null);
        }
        return null;
    }

    private @Nullable Tree document() {
        Tree root = null;
        while (events.hasNext()) {
            Event event = events.next();
            switch (event.getEventId()) {
                case DocumentStart -> {
                    if (root != null) {
                        problems.error(place(event), "a second document begins here", "keep one document in a file");
                        return root;
                    }
                }
                case Scalar, Alias, SequenceStart, MappingStart -> root = value(event, 0);
                default -> {}
            }
        }
        return root;
    }

    private Tree value(Event event, int depth) {
        TextPlace place = place(event);
        if (depth > DEEPEST) {
            throw new MarkedProblem("nested too deeply", event.getStartMark());
        }
        if (event instanceof AliasEvent alias) {
            Named named = anchors.get(alias.getAlias().getValue());
            if (named == null) {
                throw new MarkedProblem("unknown alias *" + alias.getAlias().getValue(), event.getStartMark());
            }
            count(named.values(), event);
            repeat(named, place);
            return named.tree();
        }
        int before = values;
        int from = references.size();
        count(1, event);
        Tree tree = switch (event.getEventId()) {
            case SequenceStart -> sequence(place, depth);
            case MappingStart -> mapping(place, depth);
            default -> substituted((ScalarEvent) event);
        };
        Named named = new Named(tree, values - before, keys.size(), from, references.size());
        ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), named));
        return tree;
    }

    /** Asks again for the files of a value that an alias brings to other keys, where more people may see it. */
    private void repeat(Named named, TextPlace place) {
        for (int i = named.from(); i < named.to(); i++) {
            References.PlacedValue one = references.get(i);
            List<String> now = new ArrayList<>(keys);
            now.addAll(one.keys().subList(named.depth(), one.keys().size()));
            References.PlacedValue moved = new References.PlacedValue(now, one.written());
            references.add(moved);
            for (String path : Substitution.files(one.written())) {
                String why = gate.obstacle(moved.keys(), moved.written(), path);
                if (why != null) {
                    Substitution.Failure refused = Substitution.refused(path, why);
                    problems.error(place, refused.sentence(), refused.hint());
                }
            }
        }
    }

    private void count(int more, Event event) {
        values += more;
        if (values > MOST_VALUES) {
            throw new MarkedProblem("more than " + MOST_VALUES + " values", event.getStartMark());
        }
    }

    private Tree sequence(TextPlace place, int depth) {
        List<Tree> items = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            items.add(value(event, depth + 1));
        }
        return new Tree.Sequence(place, List.copyOf(items));
    }

    private Tree mapping(TextPlace place, int depth) {
        Map<String, Tree.TreeEntry> entries = new java.util.LinkedHashMap<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            if (!(event instanceof ScalarEvent key)) {
                throw new MarkedProblem("a key must be a word", event.getStartMark());
            }
            Tree.Leaf name = scalar(key);
            keys.add(name.text());
            Tree value = value(events.next(), depth + 1);
            keys.remove(keys.size() - 1);
            Tree.TreeEntry first = entries.putIfAbsent(name.text(), new Tree.TreeEntry(name, value));
            if (first != null) {
                int line = first.key().place().line();
                problems.error(name.place(), "key '" + name.text() + "' is given twice", "first given on line " + line);
            }
        }
        return new Tree.Mapping(place, List.copyOf(entries.values()));
    }

    private static Tree.Leaf scalar(ScalarEvent event) {
        return new Tree.Leaf(place(event), event.getValue(), event.isPlain(), null, false);
    }

    private Tree.Leaf substituted(ScalarEvent event) {
        Tree.Leaf raw = scalar(event);
        if (substitution == null) {
            return raw;
        }
        if (!Substitution.files(raw.text()).isEmpty()) {
            references.add(new References.PlacedValue(keys, raw.text()));
        }
        try {
            Substitution.Result result = substitution.apply(raw.text(), path -> gate.obstacle(keys, raw.text(), path));
            if (result.origin() != null) {
                problems.conceal(raw.place(), raw.text(), result);
            }
            return new Tree.Leaf(raw.place(), result.text(), raw.plain(), result.origin(), false);
        } catch (Substitution.Failure e) {
            problems.error(raw.place(), e.sentence(), e.hint());
            return new Tree.Leaf(raw.place(), raw.text(), raw.plain(), null, true);
        }
    }

    private static TextPlace place(Event event) {
        Mark start = event.getStartMark().orElseThrow();
        Mark end = event.getEndMark().orElse(start);
        boolean word = event.getEventId() == Event.ID.Scalar || event.getEventId() == Event.ID.Alias;
        return place(start, word && end.getLine() == start.getLine() ? end.getColumn() - start.getColumn() : 1);
    }

    private static TextPlace place(Mark mark, int length) {
        return new TextPlace(mark.getLine() + 1, mark.getColumn() + 1, Math.max(1, length));
    }

    private static String oneLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }

    /** The meaning of the parser's message, in words for users who write files. */
    private static @Nullable String hint(String text, TextPlace place, MarkedYamlEngineException e) {
        String line = text.lines().skip(place.line() - 1L).findFirst().orElse("");
        String indent = line.substring(0, line.length() - line.stripLeading().length());
        String problem = String.valueOf(e.getProblem());
        if (indent.indexOf('\t') >= 0) {
            return "indent with spaces, not tabs";
        } else if (problem.contains("block end") || problem.contains("mapping values are not allowed")) {
            return "is the line indented like its neighbours?";
        }
        int begin = e.getContextMark().map(Mark::getLine).orElse(place.line()) + 1;
        return begin < place.line() ? "it begins on line " + begin : null;
    }

    /** A refusal of our own that carries a mark like those of the parser. */
    private static final class MarkedProblem extends MarkedYamlEngineException {
        private static final long serialVersionUID = 1L;

        MarkedProblem(String problem, Optional<Mark> mark) {
            super(problem, mark, problem, mark);
        }
    }
}
