// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2.conduct;

import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.link.ControlBudget;
import io.evenkeel.dispatcher.http2.link.FrameBudget;

/**
 * The patience with one client: what it may do that costs work and carries nothing.
 *
 * <p>Frames of control are paid with the requests and the data that they belong to; those beyond that, and all else
 * that is odd, are glitches and draw from one budget. Resets of streams draw from a budget of their own: those
 * by the client, and those by this side for what the client did. Both refill with time. Threads: the connection's loop.
 */
public final class Glitches {

    private static final int RESETS = 200;
    private static final int RESETS_PER_S = 10;

    private final ControlBudget budget;
    private final FrameBudget resets;
    private boolean settled;

    /** Begins with full budgets. */
    public Glitches(long nowNs) {
        budget = new ControlBudget(nowNs);
        resets = new FrameBudget(RESETS, RESETS_PER_S, nowNs);
    }

    /** The frames that carry nothing. */
    public ControlBudget budget() {
        return budget;
    }

    /** A request began, or data flows. */
    public void worked() {
        budget.worked();
    }

    /** A frame of control came; false when it is one too many. */
    public boolean control(long nowNs) {
        return budget.take(nowNs);
    }

    /** The client did something odd; false when it is once too often. */
    public boolean glitch(long nowNs) {
        return budget.takeUnpaid(nowNs);
    }

    /** The client has acknowledged the settings. */
    public void settled() {
        settled = true;
    }

    /**
     * Counts a stream that this side has reset; false when it is one too many. An error of this side's own, and the end
     * of a tunnel, costs nothing, and a stream that is refused to a client that may not know the settings yet is a
     * glitch. One that ends because memory is short is not to be counted at all.
     */
    public boolean reset(ErrorCode why, long nowNs) {
        return switch (why) {
            case INTERNAL_ERROR, CANCEL -> true;
            case REFUSED_STREAM -> settled ? reset(nowNs) : glitch(nowNs);
            default -> reset(nowNs);
        };
    }

    /**
     * A stream was reset, by the client or because of what it did, or a head came that is too large and is decoded all
     * the same; false when it is one too many.
     */
    public boolean reset(long nowNs) {
        return resets.take(nowNs);
    }
}
