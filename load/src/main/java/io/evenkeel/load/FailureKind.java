// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The kind of a failed request, as a browser would see it. */
public enum FailureKind {
    /** The server's machine refused the connection: nothing listens. */
    REFUSED,
    /** No connection could be made for another reason. */
    CONNECT,
    /** The connection was made, but TLS was not agreed on: the server is not trusted, or does not speak TLS. */
    HANDSHAKE,
    /** The connection was reset before the answer was complete. */
    RESET,
    /** The connection ended before the answer was complete. */
    CLOSED,
    /** The answer was not complete in time. */
    TIMEOUT,
    /** The answer is not a valid HTTP message. */
    MALFORMED,
    /** Status 502: a node refused the connection, or closed it without an answer. */
    BAD_GATEWAY,
    /** Status 503: no node could take the request. */
    UNAVAILABLE,
    /** Status 504: a node did not answer in time. */
    GATEWAY_TIMEOUT,
    /** Another status of 500 and above. */
    SERVER_ERROR,
    /** Another status than the page gives. */
    WRONG_STATUS,
    /** A page, but not the one asked for or not this visitor's. */
    WRONG_PAGE,
    /** An answer that sends a visitor who is logged in to the login page: the server has lost the session. */
    THROWN_OUT;

    /** Counts by kind in words, most first: {@code refused 3, bad gateway 1}. */
    public static String words(Map<FailureKind, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<FailureKind, Long>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(entry -> entry.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** The kind of a status of 500 and above. */
    public static FailureKind ofStatus(int status) {
        return switch (status) {
            case 502 -> BAD_GATEWAY;
            case 503 -> UNAVAILABLE;
            case 504 -> GATEWAY_TIMEOUT;
            default -> SERVER_ERROR;
        };
    }
}
