// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

/**
 * Tells a look that this process or its machine held up from one that came in time. What nodes have sent meanwhile is
 * not read yet, so such a look judges nobody, and no silence began before it.
 *
 * <p>Threads: one.
 */
final class OwnStalls {

    /** A look that comes so much later than planned was held up. */
    static final long LATE_NS = 150_000_000;

    private long readFromNs;

    OwnStalls(long nowNs) {
        readFromNs = nowNs;
    }

    /**
     * A look has come.
     *
     * @return false when it judges nobody
     */
    boolean inTime(long dueNs, long nowNs) {
        boolean late = nowNs - dueNs > LATE_NS;
        if (late) {
            readFromNs = nowNs;
        }
        return !late;
    }

    /** Since when what nodes send has been read in time. */
    long readFromNs() {
        return readFromNs;
    }
}
