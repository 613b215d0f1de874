// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The broker has answered, and told no node. The message is its reason.
 *
 * <p>Status 503: no node may take a client now. 429: this client has asked too often. 400, 401, 403, 404: the question
 * is wrong, and will be so the next time.
 */
public final class BrokerException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final @Nullable Duration retryAfter;

    /**
     * The exception of a source of answers.
     *
     * @param status as over HTTP
     * @param retryAfter the broker's word on when to ask again; null when it said nothing
     */
    public BrokerException(int status, String reason, @Nullable Duration retryAfter) {
        this(status, reason, retryAfter, null);
    }

    BrokerException(int status, String reason, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(reason, cause);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** The same, thrown in another thread. */
    BrokerException again() {
        return new BrokerException(status, String.valueOf(getMessage()), retryAfter, this);
    }

    /** The status of the broker's answer. */
    public int status() {
        return status;
    }

    /** Time after which to ask again; {@link BrokerClient} does not ask earlier by itself. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** True when a further question now would bring the same answer. */
    boolean isFinal() {
        return status < 500 || isNoNode();
    }

    /** True when no node may take a client now, so that the last one should not be used either. */
    boolean isNoNode() {
        return status == 503;
    }
}
