// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

/**
 * The frames of control, and others that carry nothing, that the other side of a connection may send.
 *
 * <p>They are paid with the messages and the data that they belong to; those beyond that draw from a budget. Threads:
 * the connection's loop.
 */
public final class ControlBudget {

    private static final int BUDGET = 1000;
    private static final int BUDGET_PER_S = 100;

    /** Frames that are paid at most. */
    private static final int MOST_CREDIT = 1000;

    /** Frames that one of DATA, in or out, or a head pays. */
    private static final int EACH = 10;

    private final FrameBudget beyond;
    private int credit = MOST_CREDIT / EACH;

    /** A full budget. */
    public ControlBudget(long nowNs) {
        beyond = new FrameBudget(BUDGET, BUDGET_PER_S, nowNs);
    }

    /** A request began, or data flows. */
    public void worked() {
        credit = Math.min(MOST_CREDIT, credit + EACH);
    }

    /** A frame came that carries nothing; false when it is one too many. */
    public boolean take(long nowNs) {
        if (credit > 0) {
            credit--;
            return true;
        }
        return takeUnpaid(nowNs);
    }

    /** The other side did something odd, which nothing pays; false when it is once too often. */
    public boolean takeUnpaid(long nowNs) {
        return beyond.take(nowNs);
    }
}
