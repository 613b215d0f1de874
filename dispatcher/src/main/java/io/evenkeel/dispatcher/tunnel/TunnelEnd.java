// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.policy.Outcome;

/** The reason for which a tunnel ended. */
public enum TunnelEnd {
    /** Both sides have sent their FIN, and each got the other's bytes. */
    FINISHED,
    /** The client's side was reset or broke. */
    CLIENT_BROKE,
    /** The node's side was reset or broke. */
    NODE_BROKE,
    /** No octet came from either side, and none left for one, for the idle timeout. */
    IDLE,
    /** The dispatcher ended it. */
    ABORTED;

    /** The outcome for the node that the tunnel led to. */
    public Outcome outcome() {
        return switch (this) {
            case FINISHED, IDLE -> Outcome.SUCCEEDED;
            case NODE_BROKE -> Outcome.FAILED;
            case CLIENT_BROKE, ABORTED -> Outcome.ABANDONED;
        };
    }
}
