// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.time.Duration;

/** No node of a cluster may take a client now. */
public final class NoFreeNodeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /** @param retryAfter time after which to ask again, above zero, whole seconds */
    public NoFreeNodeException(String message, Duration retryAfter) {
        super(message, null, false, false);
        this.retryAfter = retryAfter;
    }

    /** Time after which to ask again: above zero, whole seconds. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
