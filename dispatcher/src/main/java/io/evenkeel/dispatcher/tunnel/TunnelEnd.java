// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

/** The reason for which a tunnel ended. */
public enum TunnelEnd {
    /** Both sides have sent their FIN, and each got the other's bytes. */
    FINISHED,
    /** The client's side was reset or broke. */
    CLIENT_BROKE,
    /** The node's side was reset or broke. */
    NODE_BROKE,
    /** No octet moved in either direction for the idle timeout. */
    IDLE,
    /** The dispatcher ended it. */
    ABORTED
}
