// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

/** The end of a task in a server, or what becomes of it there. */
public enum Ending {
    /** It ended with an answer. */
    ANSWERED,
    /** It ended with an error; the server had begun with it. */
    FAILED,
    /** It was answered with a 101: it stays as a tunnel, and leaves with another ending later. */
    SWITCHED,
    /** It was refused: nothing was done, so another server may be asked. */
    REFUSED
}
