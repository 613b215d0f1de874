// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.log.EventLogger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The past of a dispatcher, its clusters and nodes, kept on disk.
 *
 * <p>Threads: one of its own that reads the control interface once a second; readers are any. A lock orders both, so a
 * reader of a year can make a tick late by tens of milliseconds, never the data plane. Any failure of the folder
 * switches the history off, with one event, and the folder is tried again every minute ({@link Outage}). Written rows
 * survive every end of the process, because mapped pages are the kernel's; an end of the machine loses the rows that it
 * had not written back, by default half a minute.
 */
public final class History implements AutoCloseable {

    /** New files of nodes a tick, or ones made again, because each is tens of megabytes to map and to look through. */
    private static final int MOST_MADE = 2;

    /**
     * Above this number of nodes without a file, one file is made in {@link #MANY_EVERY_S}; more would cost minutes of
     * a core.
     */
    private static final int MANY = 100;

    private static final int MANY_EVERY_S = 10;

    private static final long TRY_AGAIN_S = 60;

    /** Looking for a file costs microseconds, which is too expensive for thousands of nodes each second. */
    private static final long LOOK_AGAIN_S = 60;

    private static final long MIDDLE_OF_A_SECOND_MS = 500;
    private static final long MS_PER_S = 1000;

    private final Path folder;
    private final EventLogger log;
    private final HistorySampler sampler;
    private final ScheduledExecutorService timer;
    private final Map<Scope, SeriesFile> files = new HashMap<>();

    /** Scopes found without a file, or with one of an earlier version, in this minute. */
    private final Set<Scope> without = new HashSet<>();

    private final Outage outage;
    private final int mostFiles;
    private final long mostBytes;
    private @Nullable SeriesStore store;
    private boolean closed;
    private int made;
    /** The number of nodes without a file that asked for one in this tick. */
    private int wanted;

    private long noRoomUntilS;
    private boolean lacksRoom;

    /** Scopes whose file was torn while it was written to; a second time is not an accident. */
    private final Set<Scope> mended = new HashSet<>();

    History(Path folder, Control control, int mostFiles, long mostBytes) {
        this.folder = folder;
        this.log = control.adminLog();
        this.outage = new Outage(folder, log);
        this.mostFiles = mostFiles;
        this.mostBytes = mostBytes;
        this.sampler = new HistorySampler(control);
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "history");
            thread.setDaemon(true);
            return thread;
        });
        this.store = opened();
    }

    private @Nullable SeriesStore opened() {
        try {
            return new SeriesStore(folder, mostFiles, mostBytes, log);
        } catch (IOException | RuntimeException e) {
            outage.begins(e);
            return null;
        }
    }

    /**
     * Opens a folder, makes it where there is none, and begins to write; when that fails, the history is off and says
     * so. Tells how much of the disk it will take.
     *
     * @param mostBytes the size that all files may have together
     */
    public static History start(Path folder, Control control, long mostBytes) {
        int mostFiles = SeriesStore.mostFiles(Runtime.getRuntime().maxMemory());
        History history = new History(folder, control, mostFiles, mostBytes);
        if (history.isOn()) {
            history.log.info(need(folder, control.clusters(), mostBytes, DiskSpace.of(folder)));
        }
        // ticks fall into the middle of seconds, so that one that comes a little early or late is still of its own
        // second
        long delayMs = MS_PER_S + MIDDLE_OF_A_SECOND_MS - System.currentTimeMillis() % MS_PER_S;
        history.timer.scheduleAtFixedRate(
                () -> history.tick(System.currentTimeMillis(), System.nanoTime()),
                delayMs,
                MS_PER_S,
                TimeUnit.MILLISECONDS);
        return history;
    }

    /** A sentence about the disk that a year of the figures of all nodes needs. */
    static String need(Path folder, List<ClusterView> clusters, long mostBytes, DiskSpace disk) {
        int nodes = clusters.stream().mapToInt(each -> each.nodes().size()).sum();
        long others = SeriesFile.bytes(Catalog.DISPATCHER) + clusters.size() * SeriesFile.bytes(Catalog.CLUSTER);
        long node = SeriesFile.bytes(Catalog.NODE);
        long all = others + nodes * node;
        long most = SeriesStore.megabytes(mostBytes);
        long some = Math.max(0, mostBytes - others) / node;
        return "the history in " + folder
                + (all <= mostBytes
                        ? " grows to %d MB in a year, %d MB of it for each node; it may have %d MB"
                                .formatted(SeriesStore.megabytes(all), SeriesStore.megabytes(node), most)
                        : " may have %d MB, which is enough for %d of %d nodes, of %d MB each in a year"
                                .formatted(most, some, nodes, SeriesStore.megabytes(node)))
                + " (admin.history.size)"
                + (disk.has(mostBytes + SeriesStore.LEFT_FREE)
                        ? ""
                        : "; its disk has %d MB, %d MB of them free, and may be full before: a file begins only where %d MB"
                                        .formatted(
                                                SeriesStore.megabytes(disk.total()),
                                                SeriesStore.megabytes(disk.free()),
                                                SeriesStore.megabytes(SeriesStore.LEFT_FREE))
                                + " more are free than it takes in a year");
    }

    /** False while something is wrong with the folder. */
    synchronized boolean isOn() {
        return store != null;
    }

    /** The reason why nothing is kept, in a few words; null while figures are kept. */
    public synchronized @Nullable String problem() {
        return store == null ? outage.problem() : null;
    }

    /** Reads and writes one row of everything. */
    synchronized void tick(long nowMs, long nowNs) {
        if (store == null && !closed && outage.isTimeToTry(nowNs)) {
            store = opened();
            mended.clear();
            noRoomUntilS = 0;
        }
        SeriesStore open = store;
        if (open == null) {
            return;
        }
        try {
            keep(open, nowMs, nowNs);
            SeriesFile.throwFaults();
        } catch (InternalError e) {
            // a mapped page that the disk has no place for
            fail(e);
        }
        if (!files.isEmpty()) {
            outage.ends();
        }
    }

    private void keep(SeriesStore open, long nowMs, long nowNs) {
        long nowS = nowMs / MS_PER_S;
        made = 0;
        wanted = 0;
        if (nowS % LOOK_AGAIN_S == 0) {
            without.clear();
        }
        Map<Scope, double[]> rows = new LinkedHashMap<>();
        try {
            sampler.sample(nowNs, new HistorySampler.Sink() {
                @Override
                public boolean wants(Scope node) {
                    return mayWrite(node, nowS);
                }

                @Override
                public void row(Scope scope, double[] row) {
                    rows.put(scope, row);
                }
            });
        } catch (RuntimeException e) {
            log.warn("the history has no figures of this second: " + e);
            return;
        }
        try {
            closeOthers(sampler::has);
            // where there is no room for all, the dispatcher and clusters come before nodes
            for (boolean ofNodes : new boolean[] {false, true}) {
                for (Map.Entry<Scope, double[]> row : rows.entrySet()) {
                    if ((row.getKey().node() != null) == ofNodes) {
                        write(open, row.getKey(), row.getValue(), nowS);
                    }
                }
            }
            seeRoom();
        } catch (IOException | RuntimeException e) {
            fail(e);
        }
    }

    /** Room comes back when the disk has some again, and when those who had none are gone. */
    private void seeRoom() {
        if (lacksRoom && without.stream().noneMatch(sampler::has)) {
            lacksRoom = false;
            log.info("the history has room for all again");
        }
    }

    private void fail(Throwable why) {
        outage.begins(why);
        // rows that wait would meet what has just failed
        switchOff(SeriesFile::abandon);
    }

    /** False for a node that has no file and gets none now, so that nobody needs to read its figures. */
    private boolean mayWrite(Scope node, long nowS) {
        if (files.containsKey(node) || !without.contains(node)) {
            return true;
        }
        return nowS >= noRoomUntilS && wanted++ < mostMade(nowS);
    }

    private int mostMade(long nowS) {
        return without.size() <= MANY ? MOST_MADE : nowS % MANY_EVERY_S == 0 ? 1 : 0;
    }

    private void write(SeriesStore open, Scope scope, double[] row, long nowS) throws IOException {
        SeriesFile file = file(open, scope, nowS);
        if (file == null) {
            return;
        }
        try {
            file.write(nowS, row);
        } catch (RuntimeException e) {
            // numbers inside the file point nowhere, which is seen when they are used
            if (!mended.add(scope)) {
                throw e;
            }
            files.remove(scope);
            file.close();
            open.setAside(scope, e);
        }
    }

    private @Nullable SeriesFile file(SeriesStore open, Scope scope, long nowS) throws IOException {
        SeriesFile file = files.get(scope);
        if (file != null) {
            return file;
        }
        if (without.contains(scope) || !open.isReady(scope)) {
            without.add(scope);
            boolean isNode = scope.node() != null;
            if (nowS < noRoomUntilS || (isNode && made >= mostMade(nowS))) {
                return null;
            }
            made += isNode ? 1 : 0;
        }
        try {
            file = open.open(scope, nowS, sampler::isOfOneHere);
            files.put(scope, file);
            without.remove(scope);
            return file;
        } catch (IOException e) {
            if (files.isEmpty()) {
                throw e;
            }
            noRoomUntilS = nowS + TRY_AGAIN_S;
            if (!lacksRoom) {
                lacksRoom = true;
                log.warn("the history has no room for " + scope.name() + " or others that are new: " + e.getMessage()
                        + "; it continues with those that it has");
            }
            return null;
        }
    }

    private void closeOthers(Predicate<Scope> seen) throws IOException {
        List<Scope> gone =
                files.keySet().stream().filter(scope -> !seen.test(scope)).toList();
        for (Scope scope : gone) {
            SeriesFile file = files.remove(scope);
            if (file != null) {
                file.close();
            }
        }
    }

    /**
     * Figures of the past, averages and maxima, from the finest archive that reaches back far enough.
     *
     * @param metrics of the scope
     * @param points the most there may be
     * @return null when nothing was ever kept of the scope, or the history is off
     * @throws IOException when its file cannot be read
     */
    public synchronized @Nullable HistorySeries series(
            Scope scope, List<HistoryMetric> metrics, long fromMs, long toMs, int points, long nowMs)
            throws IOException {
        SeriesStore open = store;
        if (open == null || !open.has(scope)) {
            return null;
        }
        SeriesFile kept = files.get(scope);
        if (kept != null) {
            try {
                HistorySeries read =
                        Reading.of(kept, metrics, fromMs / MS_PER_S, toMs / MS_PER_S, points, nowMs / MS_PER_S);
                SeriesFile.throwFaults();
                return read;
            } catch (InternalError e) {
                // rows that waited were written first
                fail(e);
                throw new IOException(outage.problem(), e);
            }
        }
        try (SeriesFile read = open.openToRead(scope, nowMs / MS_PER_S)) {
            return Reading.of(read, metrics, fromMs / MS_PER_S, toMs / MS_PER_S, points, nowMs / MS_PER_S);
        }
    }

    /** True when it has no room for the past of some node or cluster. */
    public synchronized boolean isFull() {
        return lacksRoom;
    }

    /** Ends the thread and closes the files. */
    @Override
    public void close() {
        timer.shutdown();
        try {
            timer.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            closed = true;
            switchOff(SeriesFile::close);
        }
    }

    /** An end of one file. */
    private interface End {

        void of(SeriesFile file) throws IOException;
    }

    /** Never throws, so that the history is off whatever its files do. */
    private void switchOff(End end) {
        SeriesStore open = store;
        store = null;
        for (SeriesFile file : files.values()) {
            try {
                end.of(file);
                SeriesFile.throwFaults();
            } catch (IOException | RuntimeException | InternalError e) {
                log.debug(() -> "a file of the history could not be closed: " + e);
            }
        }
        files.clear();
        try {
            if (open != null) {
                open.close();
            }
        } catch (RuntimeException | InternalError e) {
            log.debug(() -> "the folder of the history could not be closed: " + e);
        }
    }
}
