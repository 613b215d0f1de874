// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Hides the values of secret keys in a text, which otherwise stays as it was written, with its comments.
 *
 * <p>A secret that is repeated elsewhere in the text is hidden there too, and so is the text after a secret key in a
 * comment. Of a table of secrets, such as fields with their values, a value is hidden elsewhere only where it is the
 * whole value of a key, since it may be a common word.
 */
public final class Mask {

    private static final int DEEPEST = 64;
    private static final int LEAST_REPEATED = 6;
    private static final String STARS = "\"********\"";

    private enum Hiding {
        NONE,
        /** The value of a secret key. */
        ALONE,
        /** The value of a key below a secret one, or one of its list. */
        IN_TABLE
    }

    private final String text;
    private final Predicate<String> secret;
    private final Predicate<String> alone;
    private final Iterator<Event> events;
    private final List<int[]> spans = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private final Set<String> ofTables = new HashSet<>();
    private final List<ScalarEvent> shown = new ArrayList<>();

    private Mask(String text, Predicate<String> secret, Predicate<String> alone) {
        this.text = text;
        this.secret = secret;
        this.alone = alone;
        this.events = YamlReader.events(text);
    }

    /**
     * The text without its secrets.
     *
     * @param secret true when the value of a key is hidden, wherever the key stands
     * @param alone true when the value of a key is hidden where it is a single value, not a section
     * @return empty when the secrets cannot be found: the text is not valid YAML, or an alias stands for a secret
     */
    public static Optional<String> hide(String text, Predicate<String> secret, Predicate<String> alone) {
        try {
            Mask mask = new Mask(text, secret, alone);
            return mask.walk() ? Optional.of(mask.masked()) : Optional.empty();
        } catch (YamlEngineException e) {
            return Optional.empty();
        }
    }

    private boolean walk() {
        while (events.hasNext()) {
            Event event = events.next();
            boolean sound = switch (event.getEventId()) {
                case Scalar, Alias, SequenceStart, MappingStart -> value(event, Hiding.NONE, 0);
                default -> true;
            };
            if (!sound) {
                return false;
            }
        }
        return true;
    }

    private boolean value(Event event, Hiding hiding, int depth) {
        if (depth > DEEPEST) {
            return false;
        }
        return switch (event.getEventId()) {
            case Alias -> hiding == Hiding.NONE;
            case SequenceStart -> sequence(hiding, depth);
            case MappingStart -> mapping(hiding, depth);
            default -> {
                if (event instanceof ScalarEvent scalar) {
                    scalar(scalar, hiding);
                }
                yield true;
            }
        };
    }

    private boolean sequence(Hiding hiding, int depth) {
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            // one of several may be a common word, as in a table
            if (!value(event, hiding == Hiding.ALONE ? Hiding.IN_TABLE : hiding, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    private boolean mapping(Hiding hiding, int depth) {
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            if (!(event instanceof ScalarEvent) && !value(event, Hiding.ALONE, depth + 1)) {
                return false;
            }
            Event value = events.next();
            if (!value(value, below(hiding, event, value), depth + 1)) {
                return false;
            }
        }
        return true;
    }

    private Hiding below(Hiding hiding, Event key, Event value) {
        if (hiding != Hiding.NONE) {
            return Hiding.IN_TABLE;
        }
        return key instanceof ScalarEvent named && !hides(named.getValue(), value) ? Hiding.NONE : Hiding.ALONE;
    }

    private boolean hides(String key, Event value) {
        Event.ID kind = value.getEventId();
        return secret.test(key) || (alone.test(key) && kind != Event.ID.MappingStart);
    }

    private void scalar(ScalarEvent scalar, Hiding hiding) {
        switch (hiding) {
            case NONE -> shown.add(scalar);
            case ALONE -> {
                values.add(scalar.getValue().strip());
                hide(scalar);
            }
            case IN_TABLE -> {
                ofTables.add(scalar.getValue().strip());
                hide(scalar);
            }
        }
    }

    private void hide(ScalarEvent scalar) {
        int from = offset(scalar.getStartMark().orElseThrow());
        int to = offset(scalar.getEndMark().orElseThrow());
        while (to > from && Character.isWhitespace(text.charAt(to - 1))) {
            to--;
        }
        if (to > from) {
            spans.add(new int[] {from, to});
        }
    }

    private int offset(Mark mark) {
        return text.offsetByCodePoints(0, mark.getIndex());
    }

    private String masked() {
        for (ScalarEvent each : shown) {
            String value = each.getValue().strip();
            if (value.length() >= LEAST_REPEATED && ofTables.contains(value)) {
                hide(each);
            }
        }
        spans.sort(Comparator.comparingInt(each -> each[0]));
        StringBuilder out = new StringBuilder(text);
        for (int i = spans.size() - 1; i >= 0; i--) {
            out.replace(spans.get(i)[0], spans.get(i)[1], STARS);
        }
        String masked = out.toString();
        for (String value : values) {
            if (value.length() >= LEAST_REPEATED) {
                masked = masked.replace(value, STARS);
            }
        }
        StringBuilder safe = new StringBuilder();
        for (String line : masked.split("(?<=\n)", -1)) {
            safe.append(comment(line));
        }
        return safe.toString();
    }

    /** Masks a comment, because a key that is commented out may still have its secret. */
    private String comment(String line) {
        int hash = line.indexOf('#');
        if (hash < 0) {
            return line;
        }
        String comment = line.substring(hash);
        for (String word : comment.split("[^\\w-]+", -1)) {
            if (secret.test(word) || alone.test(word)) {
                Pattern value = Pattern.compile("(\\b" + Pattern.quote(word) + "\\b[\"']?\\s*[:=]\\s*)[^\\r\\n]+");
                comment = value.matcher(comment).replaceAll("$1" + STARS);
            }
        }
        return line.substring(0, hash) + comment;
    }
}
