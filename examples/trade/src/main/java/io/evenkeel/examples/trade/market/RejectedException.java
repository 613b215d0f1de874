// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

/**
 * The market understood an operation and refuses it; the message is a sentence for the customer. Nothing was changed.
 */
public final class RejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The reason for which an operation is rejected. */
    public enum Reason {
        /** A field has a value that makes no sense. */
        BAD_INPUT,
        /** Name or password is wrong. */
        WRONG_LOGIN,
        /** The account, share, holding or order does not exist. */
        UNKNOWN,
        /** The account or the name is not in a state that permits it. */
        CONFLICT
    }

    private final Reason reason;

    public RejectedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
