// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.config.SyslogSettings;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.log.Spacing;
import io.evenkeel.dispatcher.log.output.LogOutput;
import io.evenkeel.dispatcher.log.output.LogWriter;
import io.evenkeel.dispatcher.log.output.LossNotice;
import io.evenkeel.dispatcher.log.syslog.SyslogHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The access log: a line for each exchange and TCP connection, written in the background.
 *
 * <p>Every event loop formats its lines and puts them into a ring of its own; one thread writes the rings out, 40 to
 * 100 times a second. Lines of one loop keep their order, those of two loops may be out of order by that much. When a
 * ring is full, because the disk or the reader of standard output does not keep up, lines are dropped and counted, and
 * traffic goes on.
 *
 * <p>Cost on the event loop, filling the entry included: about 0.25 µs for a line of the combined or HAProxy format
 * and 0.55 µs for JSON (JDK 17, one busy core), nothing allocated. Memory: 1 MB for each event loop that ever logged.
 * Switched off means that there is no object of this class.
 */
public final class AccessLog implements AutoCloseable {

    private static final int LANE_BYTES = 1 << 20;

    /** Between two passes, so that a busy log is written in blocks and not line by line. */
    private static final long PAUSE_NS = 10_000_000;

    private static final long IDLE_PAUSE_NS = 25_000_000;
    private static final long REPORT_NS = 10_000_000_000L;
    private static final long CLOSE_MS = 2_000;
    private static final byte[] END = {'\n'};

    private final LogOutput output;

    /** The log of the same requests at a receiver of syslog; null when there is none beside a file. */
    private final @Nullable AccessLog beside;

    private final LossNotice losses;
    private final EventLogger events;
    private final List<Lane> lanes = new CopyOnWriteArrayList<>();
    private final ThreadLocal<Lane> lane;
    private final Thread writer;

    private volatile boolean closing;
    private volatile boolean reopening;

    private long reportedDrops;
    private long reportNs;
    private final Spacing failures = new Spacing(REPORT_NS);
    private boolean torn;

    /**
     * Opens the log and starts its thread.
     *
     * @param events told of lines that were dropped or could not be written
     * @throws IOException when the file cannot be opened for appending
     */
    public static AccessLog open(AccessLogSettings settings, EventLogger events) throws IOException {
        String file = settings.file();
        if (file == null || settings.syslog() == null) {
            return open(settings, null, events);
        }
        AccessLog beside =
                open(new AccessLogSettings(settings.format(), null, settings.rotation(), settings.syslog()), events);
        try {
            return open(new AccessLogSettings(settings.format(), file, settings.rotation()), beside, events);
        } catch (IOException e) {
            beside.close();
            throw e;
        }
    }

    private static AccessLog open(AccessLogSettings settings, @Nullable AccessLog beside, EventLogger events)
            throws IOException {
        ZoneId zone = ZoneId.systemDefault();
        LogOutput output = AccessSink.open(settings, zone, events::error, events::warn);
        return new AccessLog(settings, output, beside, zone, LANE_BYTES, events);
    }

    AccessLog(AccessLogSettings settings, LogOutput output, ZoneId zone, int laneBytes, EventLogger events) {
        this(settings, output, null, zone, laneBytes, events);
    }

    private AccessLog(
            AccessLogSettings settings,
            LogOutput output,
            @Nullable AccessLog beside,
            ZoneId zone,
            int laneBytes,
            EventLogger events) {
        this.events = events;
        this.output = output;
        this.beside = beside;
        this.losses = new LossNotice("access log: " + settings.file(), events::error, events::warn);
        LogWriter writing = LogWriter.here("evenkeel");
        this.lane = ThreadLocal.withInitial(() -> {
            Lane made = new Lane(laneBytes, format(settings, zone, writing));
            lanes.add(made);
            return made;
        });
        this.reportNs = System.nanoTime() - REPORT_NS;
        this.writer = new Thread(this::run, "evenkeel-access-log");
        writer.setDaemon(true);
        writer.start();
    }

    private static LineFormat format(AccessLogSettings settings, ZoneId zone, LogWriter writing) {
        SyslogSettings syslog = settings.syslog();
        return syslog == null
                ? LineFormat.of(settings.format(), zone, writing)
                : new SyslogFormat(LineFormat.of(settings.format(), zone, null), SyslogHeader.of(syslog), zone);
    }

    /** Logs a finished exchange or connection; the entry may be used again at once. Any thread; never waits. */
    public void write(AccessEntry entry) {
        lane.get().put(entry);
        AccessLog other = beside;
        if (other != null) {
            other.write(entry);
        }
    }

    /**
     * Closes the file and opens one of the same name, for example after a rename by a rotation; no line is lost.
     * Returns at once. The way to a receiver is opened again, too.
     */
    public void reopen() {
        reopening = true;
        LockSupport.unpark(writer);
        AccessLog other = beside;
        if (other != null) {
            other.reopen();
        }
    }

    /** Lines that were dropped because a ring was full. */
    public long dropped() {
        return ownDrops() + (beside == null ? 0 : beside.dropped());
    }

    private long ownDrops() {
        return lanes.stream().mapToLong(Lane::dropped).sum();
    }

    /** Lines that are missing in the log: those that were dropped, and those that could not be written. */
    public long lost() {
        return ownDrops() + losses.total() + output.lost() + (beside == null ? 0 : beside.lost());
    }

    /** Writes out the waiting lines, for at most two seconds, and closes the file. Lines that come later are lost. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(writer);
        try {
            writer.join(CLOSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        AccessLog other = beside;
        if (other != null) {
            other.close();
        }
    }

    private void run() {
        boolean last;
        do {
            last = closing;
            boolean wrote = false;
            try {
                wrote = turn(last);
            } catch (RuntimeException | Error e) {
                failed(e);
            }
            if (!last) {
                LockSupport.parkNanos(wrote ? PAUSE_NS : IDLE_PAUSE_NS);
            }
        } while (!last);
        losses.end();
        closeOutput();
    }

    private boolean turn(boolean last) {
        boolean wrote = drain(last);
        if (reopening) {
            reopening = false;
            swap();
        }
        report(last);
        return wrote;
    }

    /** Says that a turn has failed, not more often than once in a while; the next one may go well. */
    private void failed(Throwable why) {
        if (failures.passes(System.nanoTime())) {
            try {
                events.error("access log: writing has failed and goes on: " + why, why);
            } catch (RuntimeException | Error unsaid) {
                // what keeps a line from being written may keep this one, too
            }
        }
    }

    private boolean drain(boolean last) {
        boolean wrote = false;
        for (Lane one : lanes) {
            if (!output.isReady(System.currentTimeMillis()) && !last) {
                continue;
            }
            long failed = one.failed();
            try {
                mend();
                if (one.drain(output)) {
                    wrote = true;
                    losses.written(System.nanoTime());
                }
            } catch (IOException e) {
                torn |= one.isTorn();
                if (last) {
                    one.discard();
                }
                losses.lost(one.failed() - failed, String.valueOf(e.getMessage()), System.nanoTime());
            }
        }
        return wrote;
    }

    /** Ends a line that was cut by a full disk, so that the next one stands by itself. */
    private void mend() throws IOException {
        if (torn) {
            output.write(ByteBuffer.wrap(END));
            torn = false;
        }
    }

    private void swap() {
        try {
            output.reopen();
            torn = false;
        } catch (IOException e) {
            events.error("access log: the file could not be opened again, the old one stays in use: " + e);
        }
    }

    private void closeOutput() {
        try {
            output.close();
        } catch (IOException e) {
            events.error("access log: the file could not be closed: " + e);
        }
    }

    private void report(boolean last) {
        long drops = ownDrops();
        if (drops > reportedDrops && (last || System.nanoTime() - reportNs >= REPORT_NS)) {
            reportNs = System.nanoTime();
            events.warn("access log: " + (drops - reportedDrops) + " lines were dropped, writing does not keep up");
            reportedDrops = drops;
        }
    }
}
