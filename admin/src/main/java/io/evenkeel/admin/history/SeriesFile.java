// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.config.disk.OwnerFile;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rrd4j.ConsolFun;
import org.rrd4j.DsType;
import org.rrd4j.core.Archive;
import org.rrd4j.core.Robin;
import org.rrd4j.core.RrdBackendFactory;
import org.rrd4j.core.RrdDb;
import org.rrd4j.core.RrdDef;

/**
 * One round-robin file: a row of figures for every second, and coarser rows for a year.
 *
 * <p>Its size is fixed when it is made; it takes blocks of the disk as its rows come ({@link SparseFiles}). A disk that
 * is full then ends a write with an {@link InternalError}. The finest archive needs no maximum: its rows are single
 * values. One thread at a time.
 *
 * <p>A file of an earlier version lacks the figures that were added since, or has all its blocks. It can be read, and
 * {@link #grow} replaces it before it is written to.
 */
final class SeriesFile implements AutoCloseable {

    /** The longest time that a row stands for when ticks are late. */
    private static final int LONGEST_STEP_S = 5;

    /** The time after which the same figures are written again, below {@link #LONGEST_STEP_S}. */
    private static final int SAME_S = 4;

    /** A coarse row is known when one of its seconds is. */
    private static final double MAY_BE_UNKNOWN = 0.9999;

    private static final int FORMAT = 2;
    private static final int SIGNATURE_BYTES = 40;
    private static final int CLOCK_MAY_DIFFER_S = 60;

    private final RrdDb db;
    private final List<HistoryMetric> metrics;
    private final boolean isDense;
    private long lastS;
    private double @Nullable [] lastValues;
    /** The last second that had the last figures too. */
    private long sameS;

    private SeriesFile(RrdDb db, List<HistoryMetric> metrics, boolean isDense) throws IOException {
        this.isDense = isDense;
        this.db = db;
        this.metrics = metrics;
        this.lastS = db.getLastUpdateTime();
    }

    /** Makes a new file with nothing in it. */
    static void make(Path file, List<HistoryMetric> metrics, long nowS, RrdBackendFactory backend) throws IOException {
        Path making = file.resolveSibling(file.getFileName() + ".new");
        RrdDef definition = definition(making, metrics, nowS);
        OwnerFile.make(making).close();
        RrdDb.getBuilder()
                .setRrdDef(definition)
                .setBackendFactory(backend)
                .build()
                .close();
        OwnerFile.moveOver(making, file);
    }

    /**
     * Opens a file that is there.
     *
     * @param metrics all that it may hold
     * @param dense for files of an earlier version
     * @throws IOException when it is not such a file, is short, holds other figures, or comes from the future
     */
    static SeriesFile open(
            Path file, List<HistoryMetric> metrics, long nowS, RrdBackendFactory backend, RrdBackendFactory dense)
            throws IOException {
        checkCounts(file, figures(Files.size(file), metrics));
        boolean isDense = SparseFiles.isDense(file);
        RrdDb db = null;
        try {
            db = RrdDb.getBuilder()
                    .setPath(file.toString())
                    .setBackendFactory(isDense ? dense : backend)
                    .build();
            SeriesFile opened = new SeriesFile(db, held(db, metrics), isDense);
            opened.check(nowS);
            return opened;
        } catch (IOException | RuntimeException e) {
            if (db != null) {
                db.close();
            }
            throw new IOException(e.getMessage() == null ? e.toString() : e.getMessage(), e);
        }
    }

    /** The number of figures in a file of this size. */
    private static int figures(long size, List<HistoryMetric> metrics) throws IOException {
        long wanted = bytes(metrics);
        long each = wanted - bytes(metrics.subList(1, metrics.size()));
        long lacking = (wanted - size) / each;
        if (size > wanted || lacking >= metrics.size() || size + lacking * each != wanted) {
            throw new IOException("it has " + size + " bytes instead of " + wanted);
        }
        return metrics.size() - (int) lacking;
    }

    /** The figures that a file holds, in its order. */
    private static List<HistoryMetric> held(RrdDb db, List<HistoryMetric> metrics) throws IOException {
        List<HistoryMetric> held = new ArrayList<>();
        for (String name : db.getDsNames()) {
            held.add(metrics.stream()
                    .filter(metric -> metric.name().equals(name) && !held.contains(metric))
                    .findFirst()
                    .orElseThrow(() -> new IOException("it holds other figures")));
        }
        return held;
    }

    /** True when the file holds these figures, in this order, so that rows of them can be written; and is sparse. */
    boolean holds(List<HistoryMetric> wanted) {
        return metrics.equals(wanted) && !isDense;
    }

    /**
     * Writes all that the file holds into a new one that has room for more figures, which takes its place. Then this
     * object is only good for being closed.
     *
     * @param file its own path
     * @param wanted the figures of the new one; what is new is unknown until now
     */
    void grow(Path file, List<HistoryMetric> wanted, RrdBackendFactory backend) throws IOException {
        Path making = file.resolveSibling(file.getFileName() + ".new");
        RrdDef definition = definition(making, wanted, lastS + 1);
        OwnerFile.make(making).close();
        try (RrdDb larger = RrdDb.getBuilder()
                .setRrdDef(definition)
                .setBackendFactory(backend)
                .build()) {
            db.copyStateTo(larger);
        }
        // An end of the machine must not leave an empty file in the place of a year.
        try (FileChannel channel = FileChannel.open(making, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        OwnerFile.moveOver(making, file);
    }

    /** The size of a file of these figures, which it has on the disk after a year. */
    static long bytes(List<HistoryMetric> metrics) {
        return definition(Path.of("size"), metrics, 1).getEstimatedSize();
    }

    private static RrdDef definition(Path file, List<HistoryMetric> metrics, long nowS) {
        RrdDef definition = new RrdDef(file.toString(), nowS - 1, 1, FORMAT);
        for (HistoryMetric metric : metrics) {
            definition.addDatasource(metric.name(), DsType.GAUGE, LONGEST_STEP_S, Double.NaN, Double.NaN);
        }
        for (Span span : Span.ALL) {
            definition.addArchive(ConsolFun.AVERAGE, MAY_BE_UNKNOWN, span.stepS(), span.rows());
            if (span.stepS() > 1) {
                definition.addArchive(ConsolFun.MAX, MAY_BE_UNKNOWN, span.stepS(), span.rows());
            }
        }
        return definition;
    }

    /**
     * The library believes these numbers and takes as much memory as they ask for. They stand behind a signature of 20
     * characters.
     */
    private static void checkCounts(Path file, int figures) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(SIGNATURE_BYTES + Long.BYTES + 2 * Integer.BYTES);
        try (InputStream in = Files.newInputStream(file)) {
            in.readNBytes(head.array(), 0, head.capacity());
        }
        head.position(SIGNATURE_BYTES);
        if (head.getLong() != 1 || head.getInt() != figures || head.getInt() != 2 * Span.ALL.size() - 1) {
            throw new IOException("its header is not that of a history file");
        }
    }

    private void check(long nowS) throws IOException {
        for (Span span : Span.ALL) {
            for (ConsolFun kind : List.of(ConsolFun.AVERAGE, ConsolFun.MAX)) {
                Archive archive = archive(kind, span);
                if (archive == null || archive.getRows() != span.rows()) {
                    throw new IOException("it has other archives");
                }
            }
        }
        if (lastS > nowS + CLOCK_MAY_DIFFER_S || lastS <= 0) {
            throw new IOException("its last figures are from the future");
        }
    }

    /**
     * Adds the figures of one second; those of a second that is already there are left out, as when a clock is set
     * back. Figures that stay the same, as those of an idle node, go to the file every few seconds, since a file costs
     * some microseconds for each of them.
     *
     * @param values the file's from now on
     */
    void write(long nowS, double[] values) throws IOException {
        if (nowS <= Math.max(lastS, sameS)) {
            return;
        }
        boolean same = Arrays.equals(values, lastValues);
        if (same && nowS - lastS < SAME_S) {
            sameS = nowS;
            return;
        }
        if (!same || nowS - lastS > LONGEST_STEP_S) {
            settle();
        }
        put(nowS, values);
    }

    /** Brings the file up to date. */
    private void settle() throws IOException {
        double[] values = lastValues;
        if (sameS > lastS && values != null) {
            put(sameS, values);
        }
    }

    private void put(long atS, double[] values) throws IOException {
        db.createSample(atS).setValues(values).update();
        lastS = atS;
        lastValues = values;
    }

    /** Unix time of the last row. */
    long lastS() {
        return lastS;
    }

    /**
     * Reads one figure from one archive.
     *
     * @param firstS end of the first row, a multiple of the span's step
     * @return as many as asked for; NaN before the archive begins and after it ends, and when the file lacks the
     *     figure
     */
    double[] read(HistoryMetric metric, boolean max, Span span, long firstS, int count) throws IOException {
        settle();
        double[] values = new double[count];
        Arrays.fill(values, Double.NaN);
        int index = metrics.indexOf(metric);
        if (index < 0) {
            return values;
        }
        Archive archive = archive(max ? ConsolFun.MAX : ConsolFun.AVERAGE, span);
        Robin robin = archive.getRobin(index);
        long oldestS = archive.getEndTime() - (long) (span.rows() - 1) * span.stepS();
        long skip = (firstS - oldestS) / span.stepS();
        int from = (int) Math.max(0, Math.min(skip, span.rows()));
        int to = (int) Math.max(from, Math.min(skip + count, span.rows()));
        if (to > from) {
            System.arraycopy(robin.getValues(from, to - from), 0, values, (int) (from - skip), to - from);
        }
        return values;
    }

    private Archive archive(ConsolFun kind, Span span) throws IOException {
        return db.getArchive(span.stepS() == 1 ? ConsolFun.AVERAGE : kind, span.stepS());
    }

    /**
     * Throws the {@link InternalError} of an access that the disk had no place for. The JVM throws it some steps later
     * by itself, which may be where it ends a thread; a native method that calls Java is such a step.
     */
    static void throwFaults() {
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    }

    /** Closes the file without the rows that wait, after a failure that they would meet again. */
    void abandon() throws IOException {
        db.close();
    }

    @Override
    public void close() throws IOException {
        try {
            settle();
        } finally {
            db.close();
        }
    }
}
