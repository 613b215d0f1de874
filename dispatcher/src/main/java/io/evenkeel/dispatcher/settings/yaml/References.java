// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings.yaml;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** The single values of a text as they are written, each with the nearest key above it. */
public final class References {

    private final Set<Pair> found = new HashSet<>();
    private final Iterator<Event> events;

    /** A value and the key that has it; the key is empty outside of any. */
    public record Pair(String key, String written) {}

    private References(String text) {
        this.events = YamlReader.events(text);
    }

    /** Those with a reference, {@code ${…}}; what stands behind an error of the text is left out. */
    public static Set<Pair> in(String text) {
        References references = new References(text);
        try {
            references.walk();
        } catch (YamlEngineException e) {
            // what was found so far is right
        }
        return references.found;
    }

    /** One level: the key in force, and in a mapping whether the next scalar is a key. */
    private static final class Level {
        private final boolean mapping;
        private String key;
        private boolean keyNext;

        Level(boolean mapping, String key) {
            this.mapping = mapping;
            this.keyNext = mapping;
            this.key = key;
        }
    }

    private void walk() {
        Deque<Level> levels = new ArrayDeque<>();
        levels.push(new Level(false, ""));
        while (events.hasNext()) {
            Event event = events.next();
            Level level = levels.element();
            switch (event.getEventId()) {
                case MappingStart, SequenceStart -> {
                    levels.push(new Level(event.getEventId() == Event.ID.MappingStart, level.key));
                }
                case MappingEnd, SequenceEnd -> {
                    levels.pop();
                    levels.element().keyNext = levels.element().mapping;
                }
                case Scalar -> scalar((ScalarEvent) event, level);
                case Alias -> level.keyNext = level.mapping;
                default -> {}
            }
        }
    }

    private void scalar(ScalarEvent event, Level level) {
        if (level.keyNext) {
            level.key = event.getValue();
            level.keyNext = false;
            return;
        }
        if (event.getValue().contains("${")) {
            found.add(new Pair(level.key, event.getValue()));
        }
        level.keyNext = level.mapping;
    }
}
