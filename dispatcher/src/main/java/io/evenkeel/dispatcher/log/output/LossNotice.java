// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.output;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Says once that an output loses lines, and once that it takes them again and how many are lost. One thread;
 * {@link #total} is for any.
 */
public final class LossNotice {

    /** Without a loss for this long it is over, so that a disk that is nearly full does not fill the event log. */
    private static final long CALM_NS = 10_000_000_000L;

    private final String what;
    private final Consumer<String> beginning;
    private final Consumer<String> ending;
    private final AtomicLong total = new AtomicLong();
    private long before;
    private long lastNs;
    private boolean isLosing;

    /**
     * @param what the output, as the beginning of a sentence
     * @param beginning gets the sentence when lines begin to be lost
     * @param ending gets the sentence when that is over
     */
    public LossNotice(String what, Consumer<String> beginning, Consumer<String> ending) {
        this.what = what;
        this.beginning = beginning;
        this.ending = ending;
    }

    /** Counts lines that were lost. */
    public void lost(long lines, String why, long nowNs) {
        lastNs = nowNs;
        if (!isLosing) {
            isLosing = true;
            before = total.get();
            beginning.accept(what + " cannot be written: " + why + "; lines are lost until it can");
        }
        total.addAndGet(lines);
    }

    /** Hears that lines were written. */
    public void written(long nowNs) {
        if (isLosing && nowNs - lastNs >= CALM_NS) {
            end();
        }
    }

    /** Says what was lost so far, when that has not been said; for the end of a log. */
    public void end() {
        if (isLosing) {
            isLosing = false;
            long lines = total.get() - before;
            ending.accept(what + ": " + lines + (lines == 1 ? " line was lost" : " lines were lost"));
        }
    }

    /** Lines that were ever lost. */
    public long total() {
        return total.get();
    }
}
