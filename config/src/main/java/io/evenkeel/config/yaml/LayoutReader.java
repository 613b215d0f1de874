// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import io.evenkeel.config.yaml.Layout.Entry;
import io.evenkeel.config.yaml.Layout.Kind;
import io.evenkeel.config.yaml.Layout.Style;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads the places of all values in a text that holds one YAML document. One thread, one use. */
public final class LayoutReader {

    private static final int DEEPEST = 64;

    private final String text;
    private final Iterator<Event> events;
    private int values;
    private int lastIndex;
    private int lastOffset;

    private LayoutReader(String text) {
        this.text = text;
        this.events = YamlReader.events(text);
    }

    /**
     * The layout of a text; empty when it is not valid YAML, nested too deeply, too large, has a key that is not a
     * word, or is not one document.
     */
    public static Optional<Layout> read(String text) {
        try {
            return new LayoutReader(text).document();
        } catch (YamlEngineException e) {
            return Optional.empty();
        }
    }

    private Optional<Layout> document() {
        Optional<Layout> root = Optional.empty();
        int documents = 0;
        while (events.hasNext()) {
            Event event = events.next();
            switch (event.getEventId()) {
                case DocumentStart -> documents++;
                case Scalar, Alias, SequenceStart, MappingStart -> root = Optional.of(value(event, 0));
                default -> {}
            }
        }
        return documents == 1 ? root : Optional.empty();
    }

    private Layout value(Event event, int depth) {
        if (depth > DEEPEST || ++values > YamlReader.MOST_VALUES) {
            throw new YamlEngineException("too deep or too large");
        }
        Mark start = event.getStartMark().orElseThrow();
        if (event instanceof ScalarEvent scalar) {
            int from = offset(start);
            return leaf(Kind.SCALAR, scalar, scalar.getValue(), from, style(scalar), bound(scalar, from));
        } else if (event instanceof AliasEvent alias) {
            return leaf(Kind.ALIAS, alias, alias.getAlias().getValue(), offset(start), Style.PLAIN, "");
        }
        CollectionStartEvent collection = (CollectionStartEvent) event;
        int from = offset(start);
        String bound = bound(collection, from);
        boolean mapping = event.getEventId() == Event.ID.MappingStart;
        List<Entry> entries = new ArrayList<>();
        List<Layout> items = new ArrayList<>();
        Event next = events.next();
        Event.ID end = mapping ? Event.ID.MappingEnd : Event.ID.SequenceEnd;
        while (next.getEventId() != end) {
            if (mapping) {
                entries.add(entry(next, depth));
            } else {
                items.add(value(next, depth + 1));
            }
            next = events.next();
        }
        int to = collection.isFlow() ? offset(next.getEndMark().orElseThrow()) : lastOf(from, entries, items);
        return new Layout(
                mapping ? Kind.MAPPING : Kind.SEQUENCE,
                place(start, 1),
                from,
                to,
                "",
                collection.isFlow() ? Style.FLOW : Style.BLOCK,
                bound,
                entries,
                items);
    }

    private Entry entry(Event event, int depth) {
        if (!(event instanceof ScalarEvent key)) {
            throw new YamlEngineException("a key must be a word");
        }
        Mark start = key.getStartMark().orElseThrow();
        int from = offset(start);
        int to = trimmed(from, offset(key.getEndMark().orElseThrow()));
        return new Entry(
                key.getValue(), place(start, Math.max(1, to - from)), from, to, value(events.next(), depth + 1));
    }

    private Layout leaf(Kind kind, NodeEvent event, String content, int from, Style style, String bound) {
        int to = trimmed(from, offset(event.getEndMark().orElseThrow()));
        TextPlace place = place(event.getStartMark().orElseThrow(), Math.max(1, to - from));
        return new Layout(kind, place, from, to, content, style, bound, List.of(), List.of());
    }

    private static Style style(ScalarEvent scalar) {
        return switch (scalar.getScalarStyle()) {
            case PLAIN -> Style.PLAIN;
            case SINGLE_QUOTED, DOUBLE_QUOTED -> Style.QUOTED;
            default -> Style.LINES;
        };
    }

    /** The anchor or tag before a value, which gives it a name or a type. */
    private String bound(NodeEvent event, int from) {
        boolean tagged = event instanceof ScalarEvent scalar
                ? scalar.getTag().isPresent()
                : ((CollectionStartEvent) event).getTag().isPresent();
        if (event.getAnchor().isEmpty() && !tagged) {
            return "";
        }
        int end = from;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        String word = text.substring(from, end);
        return word.startsWith("&") || word.startsWith("!")
                ? word
                : event.getAnchor().map(anchor -> "&" + anchor.getValue()).orElse("a tag");
    }

    private static int lastOf(int from, List<Entry> entries, List<Layout> items) {
        if (!entries.isEmpty()) {
            Entry last = entries.get(entries.size() - 1);
            return Math.max(last.to(), last.value().to());
        }
        return items.isEmpty()
                ? from
                : Math.max(from + 1, items.get(items.size() - 1).to());
    }

    private int trimmed(int from, int to) {
        int end = to;
        while (end > from && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    /** Counts on from the last mark, because most marks stand close behind one another. */
    private int offset(Mark mark) {
        lastOffset = text.offsetByCodePoints(lastOffset, mark.getIndex() - lastIndex);
        lastIndex = mark.getIndex();
        return lastOffset;
    }

    private static TextPlace place(Mark mark, int length) {
        return new TextPlace(mark.getLine() + 1, mark.getColumn() + 1, length);
    }
}
