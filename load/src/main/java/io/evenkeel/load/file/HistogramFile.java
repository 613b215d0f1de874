// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.file;

import java.io.FileNotFoundException;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A log of histograms in HdrHistogram's own format, which its tools read: an interval a line, values in microseconds,
 * the largest value in milliseconds in the fourth column.
 */
public final class HistogramFile implements AutoCloseable {

    private static final double US_PER_MS = 1000;

    private final HistogramLogWriter writer;
    private final long startMs;

    /**
     * Begins the file.
     *
     * @param startMs start of the load, ms since 1970; the log's times count from there
     */
    public HistogramFile(Path file, long startMs) throws LoadFileException {
        try {
            this.writer = new HistogramLogWriter(file.toFile());
        } catch (FileNotFoundException e) {
            throw new LoadFileException("cannot write " + e.getMessage());
        }
        this.startMs = startMs;
        writer.outputComment("Latencies of evenkeel load in microseconds; the maximum in milliseconds.");
        writer.outputLogFormatVersion();
        writer.outputStartTime(startMs);
        writer.setBaseTime(startMs);
        writer.outputLegend();
    }

    /**
     * Writes an interval.
     *
     * @param tag name of the measured times, without blanks and commas
     * @param fromMs from the load's start
     */
    public void write(String tag, Histogram us, long fromMs, long toMs) {
        us.setTag(tag);
        us.setStartTimeStamp(startMs + fromMs);
        us.setEndTimeStamp(startMs + toMs);
        writer.outputIntervalHistogram(us.getStartTimeStamp() / 1000.0, us.getEndTimeStamp() / 1000.0, us, US_PER_MS);
    }

    @Override
    public void close() {
        writer.close();
    }
}
