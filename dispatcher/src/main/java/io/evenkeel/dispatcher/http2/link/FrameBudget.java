// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

/** A number of frames that may come, or be sent, and that grows again with time. Threads: those of its owner. */
public final class FrameBudget {

    private static final long SECOND_NS = 1_000_000_000;

    private final int most;
    private final int perS;
    private int left;
    private long filledNs;

    /**
     * A full budget.
     *
     * @param perS frames by which it grows in a second
     */
    public FrameBudget(int most, int perS, long nowNs) {
        this.most = most;
        this.perS = perS;
        this.left = most;
        this.filledNs = nowNs;
    }

    /** Takes one frame out; false when none is left. */
    public boolean take(long nowNs) {
        long more = (nowNs - filledNs) / (SECOND_NS / perS);
        if (more > 0) {
            left = (int) Math.min(most, left + more);
            filledNs += more * (SECOND_NS / perS);
        }
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }
}
