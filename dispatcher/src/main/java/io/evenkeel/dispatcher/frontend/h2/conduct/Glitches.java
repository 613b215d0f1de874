// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2.conduct;

import io.evenkeel.dispatcher.http2.frame.ErrorCode;

/**
 * The patience with one client: what it may do that costs work and carries nothing.
 *
 * <p>Frames of control are paid with the requests and the data that they belong to; those beyond that, and all else
 * that is odd, are glitches and draw from one budget. Resets of streams draw from a budget of their own, whoever sends
 * them. Both refill with time. Threads: the connection's loop.
 */
public final class Glitches {

    private static final int BUDGET = 1000;
    private static final int BUDGET_PER_S = 100;
    private static final int RESETS = 200;
    private static final int RESETS_PER_S = 10;
    private static final int MOST_CREDIT = 1000;
    private static final long SECOND_NS = 1_000_000_000;

    /** Control frames that a frame of DATA, in or out, or a request pays. */
    private static final int EACH = 10;

    private long filledNs;
    private long resetsFilledNs;
    private int budget = BUDGET;
    private int resets = RESETS;
    private int credit = MOST_CREDIT / EACH;
    private boolean settled;

    /** Begins with full budgets. */
    public Glitches(long nowNs) {
        filledNs = nowNs;
        resetsFilledNs = nowNs;
    }

    /** A request began, or data flows. */
    public void worked() {
        credit = Math.min(MOST_CREDIT, credit + EACH);
    }

    /** A frame of control came; false when it is one too many. */
    public boolean control(long nowNs) {
        if (credit > 0) {
            credit--;
            return true;
        }
        return glitch(nowNs);
    }

    /** The client did something odd; false when it is once too often. */
    public boolean glitch(long nowNs) {
        long more = (nowNs - filledNs) * BUDGET_PER_S / SECOND_NS;
        if (more > 0) {
            budget = (int) Math.min(BUDGET, budget + more);
            filledNs = nowNs;
        }
        if (budget == 0) {
            return false;
        }
        budget--;
        return true;
    }

    /** The client has acknowledged the settings. */
    public void settled() {
        settled = true;
    }

    /**
     * This side has reset a stream; false when it is one too many. An error of this side's own, and the end of a
     * tunnel, costs nothing, and a stream that is refused to a client that may not know the settings yet is a glitch.
     */
    public boolean reset(ErrorCode why, long nowNs) {
        return switch (why) {
            case INTERNAL_ERROR, CANCEL -> true;
            case REFUSED_STREAM -> settled ? reset(nowNs) : glitch(nowNs);
            default -> reset(nowNs);
        };
    }

    /** A stream was reset, by the client or because of what it did; false when it is one too many. */
    public boolean reset(long nowNs) {
        long more = (nowNs - resetsFilledNs) * RESETS_PER_S / SECOND_NS;
        if (more > 0) {
            resets = (int) Math.min(RESETS, resets + more);
            resetsFilledNs = nowNs;
        }
        if (resets == 0) {
            return false;
        }
        resets--;
        return true;
    }
}
