// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

/**
 * The moment at which something is due that is done again and again, at distances that may change. What was missed is
 * left out: the next one is a whole distance later. One thread.
 */
final class DueTime {

    private long dueNs;

    DueTime(long firstNs) {
        dueNs = firstNs;
    }

    boolean isPast(long nowNs) {
        return waitNs(nowNs) == 0;
    }

    long waitNs(long nowNs) {
        return Math.max(0, dueNs - nowNs);
    }

    /** Moves on when that which was due is done. */
    void again(long everyNs, long nowNs) {
        dueNs += everyNs;
        if (isPast(nowNs)) {
            dueNs = nowNs + everyNs;
        }
    }
}
