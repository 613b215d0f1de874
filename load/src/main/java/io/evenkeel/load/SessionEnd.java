// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

/** The end of a visitor's session. */
public enum SessionEnd {
    /** The visitor did all that it came for, and every page was there. */
    COMPLETED,
    /** A request failed, and was not repeated with success. */
    ABORTED,
    /** The server replaced the session cookie that the visitor sent, or threw the visitor out. */
    BROKEN,
    /** The load ended first. */
    UNFINISHED
}
