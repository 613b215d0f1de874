// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

/** The end of a task in a server, or what becomes of it there. */
public enum Ending {
    /** Ended with an answer. */
    ANSWERED,
    /** Ended with an error; the server had begun with it. */
    FAILED,
    /** Answered with a 101: it stays as a tunnel, and leaves with another ending later. */
    SWITCHED,
    /** Refused: nothing was done, so another server may be asked. */
    REFUSED
}
