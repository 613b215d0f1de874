// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.policy.Outcome;

/** The reason for which a tunnel ended. */
public enum TunnelEnd {
    /** Both sides have sent their FIN, and each got the other's bytes. */
    FINISHED('-'),
    /** The client's side was reset or broke. */
    CLIENT_BROKE('C'),
    /** The node's side was reset or broke. */
    NODE_BROKE('S'),
    /** No octet came from either side, and none left for one, for the idle timeout. */
    IDLE('c'),
    /** The dispatcher ended it. */
    ABORTED('K');

    private final char letter;

    TunnelEnd(char letter) {
        this.letter = letter;
    }

    /** HAProxy's letter for the side that ended it. */
    public char letter() {
        return letter;
    }

    /** The outcome for the node that the tunnel led to. */
    public Outcome outcome() {
        return switch (this) {
            case FINISHED, IDLE -> Outcome.SUCCEEDED;
            case NODE_BROKE -> Outcome.FAILED;
            case CLIENT_BROKE, ABORTED -> Outcome.ABANDONED;
        };
    }
}
