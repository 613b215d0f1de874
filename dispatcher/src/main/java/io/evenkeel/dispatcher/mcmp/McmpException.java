// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

/** A message that is refused; its text goes to the sender. */
final class McmpException extends Exception {

    private static final long serialVersionUID = 1L;

    /** The kinds of errors that senders tell apart. */
    enum Kind {
        /** The sender is wrong and says nothing again before somebody has changed it. */
        SYNTAX,
        /** The message cannot be followed now; the sender begins again, by itself, in its next interval. */
        MEM
    }

    private final Kind kind;

    private McmpException(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    static McmpException syntax(String message) {
        return new McmpException(Kind.SYNTAX, message);
    }

    static McmpException later(String message) {
        return new McmpException(Kind.MEM, message);
    }

    Kind kind() {
        return kind;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
