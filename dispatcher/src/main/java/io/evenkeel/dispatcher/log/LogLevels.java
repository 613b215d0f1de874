// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.LogSettings.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The level of each area of the event log: that of the configuration, or one that was set at run time for a while or
 * until the end of the process. A reload changes the configured levels and leaves changes at run time in force. Any
 * thread.
 */
public final class LogLevels {

    private final BiConsumer<Runnable, Duration> later;
    private final Map<EventLog, Change> changes = new EnumMap<>(EventLog.class);
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
    public record State(EventLog area, Level level, Level configured, long untilMs) {}

    LogLevels() {
        this((work, time) -> CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS)
                .execute(work));
    }

    /**
     * @param later runs an action after a time
     */
    LogLevels(BiConsumer<Runnable, Duration> later) {
        this.later = later;
    }

    /** Every area, in the order of their declaration. */
    public synchronized List<State> list() {
        return Arrays.stream(EventLog.values()).map(this::state).toList();
    }

    private State state(EventLog area) {
        Change change = changes.get(area);
        return change == null
                ? new State(area, configured, configured, 0)
                : new State(area, change.level, configured, change.untilMs);
    }

    synchronized void configured(Level level) {
        configured = level;
        for (EventLog area : EventLog.values()) {
            apply(area);
        }
    }

    /**
     * Changes the level of one area.
     *
     * @param time length of the change; null until the process ends
     */
    public synchronized void change(EventLog area, Level level, @Nullable Duration time) {
        Change change = new Change(level, time == null ? Long.MAX_VALUE : System.currentTimeMillis() + time.toMillis());
        changes.put(area, change);
        apply(area);
        if (time != null) {
            later.accept(() -> end(area, change), time);
        }
    }

    /** Returns an area to its configured level at once. */
    public synchronized void reset(EventLog area) {
        changes.remove(area);
        apply(area);
    }

    private synchronized void end(EventLog area, Change change) {
        if (changes.remove(area, change)) {
            apply(area);
            EventLog.LOG.info("the level of " + area.label() + " is " + configured + " again, as configured");
        }
    }

    private void apply(EventLog area) {
        Level level = state(area).level();
        area.least(level);
        if (area == EventLog.LIBRARY) {
            LibraryEvents.level(level);
        } else if (area == EventLog.ADMIN) {
            LibraryEvents.adminLevel(level);
        }
    }
}
