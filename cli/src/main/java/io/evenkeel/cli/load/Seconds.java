// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import io.evenkeel.cli.terminal.Screen;
import io.evenkeel.load.LoadMeter;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.file.HistogramFile;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The output second by second: a line on the terminal that is written over, and the log of histograms. For the main
 * thread.
 */
final class Seconds {

    private static final int WIDTH = 24;

    private final PrintWriter err;
    private final boolean isTerminal;
    private final boolean isOpen;
    private final LoadMeter meter;
    private final @Nullable HistogramFile log;
    private final long startNs;
    private final long wholeNs;
    private long fromNs;

    Seconds(PrintWriter err, boolean isOpen, LoadMeter meter, @Nullable HistogramFile log, long startNs, long wholeNs) {
        this.err = err;
        this.isTerminal = Screen.isErrorTerminal();
        this.isOpen = isOpen;
        this.meter = meter;
        this.log = log;
        this.startNs = startNs;
        this.fromNs = startNs;
        this.wholeNs = wholeNs;
    }

    /** Ends an interval. */
    void tick(long nowNs) {
        LoadSummary report = meter.next();
        if (log != null && nowNs > fromNs) {
            long fromMs = TimeUnit.NANOSECONDS.toMillis(fromNs - startNs);
            long toMs = TimeUnit.NANOSECONDS.toMillis(nowNs - startNs);
            log.write("latency", report.curves().latencyUs(), fromMs, toMs);
            if (isOpen) {
                log.write("fromSent", report.curves().fromSentUs(), fromMs, toMs);
            }
        }
        if (isTerminal) {
            err.print("\r" + line(report, nowNs) + "\u001b[K");
            err.flush();
        }
        fromNs = nowNs;
    }

    private String line(LoadSummary report, long nowNs) {
        double share = Math.min(1, (double) (nowNs - startNs) / wholeNs);
        int full = (int) Math.round(share * WIDTH);
        double perSecond = report.requests() * 1e9 / Math.max(1, nowNs - fromNs);
        return String.format(
                Locale.ROOT,
                "%d s [%s%s] %.0f/s, p99 %.1f ms, %d failures",
                TimeUnit.NANOSECONDS.toSeconds(nowNs - startNs),
                "=".repeat(full),
                " ".repeat(WIDTH - full),
                perSecond,
                report.latencies().p99Ms(),
                report.failures());
    }

    /** Leaves an empty line where the progress was. */
    void end() {
        if (isTerminal) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }
}
