// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

/** The end of a task in a server, or what becomes of it there. */
public enum Ending {
    /** With an answer. */
    ANSWERED,
    /** With an error; the server had begun with it. */
    FAILED,
    /** With a 101: it stays as a tunnel, and leaves with another ending later. */
    SWITCHED,
    /** At the door: nothing was done, so another server may be asked. */
    REFUSED
}
