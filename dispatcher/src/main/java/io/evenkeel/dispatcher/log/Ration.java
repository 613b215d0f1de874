// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets {@value #MOST} lines through in each second and counts the others, for lines that outsiders can cause as often
 * as they like. Any thread.
 */
final class Ration {

    static final int MOST = 10;

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    private long beganNs;
    private int through;
    private long heldBack;

    /** @param nanoTime the clock */
    Ration(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.beganNs = nanoTime.getAsLong();
    }

    /** The number of lines that were held back before this one, 0 or more; -1 when this one is to be held back. */
    synchronized long admit() {
        long nowNs = nanoTime.getAsLong();
        if (nowNs - beganNs >= SECOND_NS) {
            beganNs = nowNs;
            through = 0;
        }
        if (through >= MOST) {
            heldBack++;
            return -1;
        }
        through++;
        long before = heldBack;
        heldBack = 0;
        return before;
    }
}
