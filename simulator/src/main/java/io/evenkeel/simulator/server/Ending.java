// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

/** How a task leaves a server. */
public enum Ending {
    /** With an answer. */
    ANSWERED,
    /** With an error; the server had begun with it. */
    FAILED,
    /** At the door: nothing was done, so another server may be asked. */
    REFUSED
}
