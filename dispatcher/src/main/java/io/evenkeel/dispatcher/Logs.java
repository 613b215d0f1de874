// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.LogSettings;
import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.access.AccessLog;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The logs of a dispatcher, which follow the configuration. Threads: reload is serial; {@link #access} is for any
 * thread.
 */
final class Logs implements AutoCloseable {

    private final EventLog events;
    private volatile @Nullable AccessLog access;

    Logs(EventLog events) {
        this.events = events;
    }

    EventLog events() {
        return events;
    }

    /** The access log of the moment; null while requests are not logged. */
    @Nullable
    AccessLog access() {
        return access;
    }

    /**
     * Brings the logs in line with the settings; a log that stays as it was is opened again, so that files can be
     * rotated.
     *
     * @throws IOException when a file cannot be opened
     */
    void follow(LogSettings now, LogSettings next) throws IOException {
        events.configure(next);
        AccessLog before = access;
        AccessLogSettings wanted = next.access();
        if (before != null && wanted != null && wanted.equals(now.access())) {
            before.reopen();
            return;
        }
        access = wanted == null ? null : AccessLog.open(wanted, events.log());
        if (before != null) {
            before.close();
        }
    }

    /** Opens the files again, since the open ones may have been moved; no line is lost. Any thread. */
    void reopen() {
        events.reopen();
        AccessLog log = access;
        if (log != null) {
            log.reopen();
        }
    }

    @Override
    public void close() {
        AccessLog log = access;
        if (log != null) {
            log.close();
        }
        events.close();
    }
}
