// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.LogSettings;
import io.evenkeel.config.LogSettings.Level;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The event log of one dispatcher: an {@link EventLogger} for each area, with one file and one memory of recent events.
 *
 * <p>Events go to standard error at level INFO until {@link #configure}, and to standard error again after
 * {@link #close}. While 4,096 events wait to be written, further ones are dropped and counted. Logs of one process
 * share nothing but the messages of libraries, which know no dispatcher and go to every log that is open. Any thread.
 */
public final class EventLog implements AutoCloseable {

    private static final int REMEMBERED = 200;

    private final EventWriter writer = new EventWriter();
    private final RecentEvents recent = new RecentEvents(REMEMBERED);
    private final Map<EventArea, EventLogger> loggers = new EnumMap<>(EventArea.class);
    private final LibraryEvents libraries;
    private final LogLevels levels;

    /** A log that writes to standard error. */
    public EventLog() {
        this((work, time) -> CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS)
                .execute(work));
    }

    /** @param later runs an action after a time */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // the levels only keep the reference
    EventLog(BiConsumer<Runnable, Duration> later) {
        for (EventArea area : EventArea.values()) {
            loggers.put(area, new EventLogger(area, recent, writer));
        }
        libraries = new LibraryEvents(of(EventArea.LIBRARY));
        levels = new LogLevels(this, later);
    }

    /**
     * Sets level and place. Events that were queued under earlier settings are written to the earlier place. A file of
     * the same name is opened again, since the open one may have been moved.
     */
    public void configure(LogSettings settings) {
        level(settings.level());
        writer.to(EventPlace.of(settings), log());
        libraries.listen();
    }

    /** Changes the level of all areas at once, except of those that were changed at run time. */
    public void level(Level level) {
        levels.configured(level);
    }

    /** The level of each area, and changes of it at run time. */
    public LogLevels levels() {
        return levels;
    }

    void least(EventArea area, Level level) {
        of(area).least(level);
        if (area == EventArea.LIBRARY) {
            LibraryEvents.setLevels();
        }
    }

    /** The logger of an area. */
    public EventLogger of(EventArea area) {
        return Objects.requireNonNull(loggers.get(area));
    }

    public EventLogger listener() {
        return of(EventArea.LISTENER);
    }

    public EventLogger cluster() {
        return of(EventArea.CLUSTER);
    }

    public EventLogger node() {
        return of(EventArea.NODE);
    }

    public EventLogger check() {
        return of(EventArea.CHECK);
    }

    public EventLogger reload() {
        return of(EventArea.RELOAD);
    }

    public EventLogger exchange() {
        return of(EventArea.EXCHANGE);
    }

    public EventLogger admin() {
        return of(EventArea.ADMIN);
    }

    /** The logger for events of the log itself. */
    public EventLogger log() {
        return of(EventArea.LOG);
    }

    /** Waits until all events so far are written, for two seconds at most. Not for event loops. */
    public void flush() {
        writer.flush();
    }

    /** Opens the file again, since the open one may have been moved; no event is lost. */
    public void reopen() {
        writer.reopened(log());
    }

    /** Events that are missing in the log, because writing did not keep up or was not possible. */
    public long lost() {
        return writer.lost();
    }

    /** Events that were dropped because writing did not keep up. */
    public long dropped() {
        return writer.dropped();
    }

    /**
     * The last events from INFO upwards, newest first, at any level of writing; at most {@value #REMEMBERED} are kept.
     */
    public List<Event> recent(int most) {
        return recent.last(most);
    }

    /** Closes the file once all events so far are written; waits for two seconds at most. Not for event loops. */
    @Override
    public void close() {
        libraries.end();
        writer.to(null, log());
        writer.flush();
    }
}
