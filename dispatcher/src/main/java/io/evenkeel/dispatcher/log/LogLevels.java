// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.LogSettings.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The level of each area of an event log: that of the configuration, or one that was set at run time for a while or
 * until the end of the process. A reload changes the configured levels and leaves changes at run time in force. Any
 * thread.
 */
public final class LogLevels {

    private final EventLog events;
    private final BiConsumer<Runnable, Duration> later;
    private final Map<EventArea, Change> changes = new EnumMap<>(EventArea.class);
    private Level configured = Level.INFO;

    /** A level that was set at run time; each is an object of its own, so that its end does not end a later one. */
    private static final class Change {
        private final Level level;
        private final long untilMs;

        Change(Level level, long untilMs) {
            this.level = level;
            this.untilMs = untilMs;
        }
    }

    /**
     * The level of one area.
     *
     * @param level least level that is written now
     * @param configured the level without a change at run time
     * @param untilMs end of a change at run time, wall clock in milliseconds; {@link Long#MAX_VALUE} when it lasts
     *     as long as the process, 0 when there is no change
     */
    public record AreaLevel(EventArea area, Level level, Level configured, long untilMs) {}

    /**
     * @param later runs an action after a time
     */
    LogLevels(EventLog events, BiConsumer<Runnable, Duration> later) {
        this.events = events;
        this.later = later;
    }

    /** All areas, in the order of their declaration. */
    public synchronized List<AreaLevel> list() {
        return Arrays.stream(EventArea.values()).map(this::state).toList();
    }

    private AreaLevel state(EventArea area) {
        Change change = changes.get(area);
        return change == null
                ? new AreaLevel(area, configured, configured, 0)
                : new AreaLevel(area, change.level, configured, change.untilMs);
    }

    synchronized void configured(Level level) {
        configured = level;
        for (EventArea area : EventArea.values()) {
            apply(area);
        }
    }

    /**
     * Changes the level of one area.
     *
     * @param time length of the change; null until the process ends
     */
    public synchronized void change(EventArea area, Level level, @Nullable Duration time) {
        Change change = new Change(level, time == null ? Long.MAX_VALUE : System.currentTimeMillis() + time.toMillis());
        changes.put(area, change);
        apply(area);
        if (time != null) {
            later.accept(() -> end(area, change), time);
        }
    }

    /** Returns an area to its configured level at once. */
    public synchronized void reset(EventArea area) {
        changes.remove(area);
        apply(area);
    }

    private synchronized void end(EventArea area, Change change) {
        if (changes.remove(area, change)) {
            apply(area);
            events.log().info("the level of " + area.label() + " is " + configured + " again, as configured");
        }
    }

    private void apply(EventArea area) {
        events.least(area, state(area).level());
    }
}
