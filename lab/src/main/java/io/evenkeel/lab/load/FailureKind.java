// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

/** How a request failed, as a browser would see it. */
public enum FailureKind {
    /** No connection could be made. */
    CONNECT,
    /** The connection ended before the answer was complete. */
    CLOSED,
    /** The answer was not complete in time. */
    TIMEOUT,
    /** The answer is not HTTP. */
    MALFORMED,
    /** Status 500 and above. */
    SERVER_ERROR,
    /** Another status than the page gives. */
    WRONG_STATUS,
    /** A page, but not the one asked for or not this visitor's. */
    WRONG_PAGE
}
