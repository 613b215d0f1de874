// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

import io.evenkeel.config.LogSettings.Level;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.control.LogArea;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.log.EventArea;
import io.evenkeel.dispatcher.log.EventLog;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The event log as people see and set it: its last events, and the levels of its areas by name. Threads: any. */
final class LogControl {

    private final EventLog log;

    LogControl(EventLog log) {
        this.log = log;
    }

    /** The last events, newest first, as many as there are or are asked for. */
    List<EventView> recent(int most) {
        return log.recent(most).stream()
                .map(event -> new EventView(
                        event.atMs(), word(event.level()), event.area().label(), event.message()))
                .toList();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** The level of each area. */
    List<LogArea> areas() {
        return log.levels().list().stream()
                .map(state -> new LogArea(state.area().label(), state.level(), state.configured(), state.untilMs()))
                .toList();
    }

    /**
     * Lets an area write more or less for a while.
     *
     * @param level null returns to the configured level at once
     * @param time null until the process ends
     * @throws UnknownNameException when there is no such area
     */
    void level(String area, @Nullable Level level, @Nullable Duration time) {
        EventArea found = Arrays.stream(EventArea.values())
                .filter(each -> each.label().equals(area))
                .findFirst()
                .orElseThrow(() -> new UnknownNameException("the event log has no area '" + area + "'; it has "
                        + Arrays.stream(EventArea.values())
                                .map(EventArea::label)
                                .collect(Collectors.joining(", "))));
        if (level == null) {
            log.levels().reset(found);
        } else {
            log.levels().change(found, level, time);
        }
    }
}
