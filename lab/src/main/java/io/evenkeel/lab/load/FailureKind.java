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
    /** Status 502: a node refused the connection, or closed it without an answer. */
    BAD_GATEWAY,
    /** Status 503: nobody could take the request. */
    UNAVAILABLE,
    /** Status 504: a node did not answer in time. */
    GATEWAY_TIMEOUT,
    /** Another status of 500 and above. */
    SERVER_ERROR,
    /** Another status than the page gives. */
    WRONG_STATUS,
    /** A page, but not the one asked for or not this visitor's. */
    WRONG_PAGE;

    /** What a status of 500 and above means. */
    static FailureKind ofStatus(int status) {
        return switch (status) {
            case 502 -> BAD_GATEWAY;
            case 503 -> UNAVAILABLE;
            case 504 -> GATEWAY_TIMEOUT;
            default -> SERVER_ERROR;
        };
    }
}
