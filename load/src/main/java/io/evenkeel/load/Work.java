// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import io.evenkeel.simulator.chance.Distribution;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour of one user, apart from the number of users and their arrivals.
 *
 * @param thinkMs time between an answer and the next request, ms
 * @param session number of requests of a session before the user leaves, rounded, at least 1; null for sessions
 *     without an end
 * @param pause least time between a failure and the next request
 * @param timeout for one request as a whole
 * @param nodeField the field of an answer that names the node
 * @param trust trust in an https server
 */
public record Work(
        Pages pages,
        Distribution thinkMs,
        @Nullable Distribution session,
        OnFailure onFailure,
        Duration pause,
        Duration timeout,
        String nodeField,
        ServerTrust trust) {

    /** The field in which the sample application names the node that answers. */
    public static final String NODE_FIELD = "X-Node";

    public Work {
        if (timeout.toMillis() < 1 || pause.isNegative()) {
            throw new IllegalArgumentException("a request has a timeout of at least 1 ms");
        }
    }

    /** No thinking, no end of a session, 10 ms of rest after a failure, 10 s for an answer. */
    public static Work of(Pages pages) {
        return new Work(
                pages,
                Distribution.parse("0"),
                null,
                OnFailure.GO_ON,
                Duration.ofMillis(10),
                Duration.ofSeconds(10),
                NODE_FIELD,
                ServerTrust.OF_JAVA);
    }

    public Work thinking(Distribution thinkMs) {
        return new Work(pages, thinkMs, session, onFailure, pause, timeout, nodeField, trust);
    }

    public Work inSessions(@Nullable Distribution lengths) {
        return new Work(pages, thinkMs, lengths, onFailure, pause, timeout, nodeField, trust);
    }

    public Work onFailure(OnFailure what, Duration pause) {
        return new Work(pages, thinkMs, session, what, pause, timeout, nodeField, trust);
    }

    public Work within(Duration timeout) {
        return new Work(pages, thinkMs, session, onFailure, pause, timeout, nodeField, trust);
    }

    public Work namedBy(String nodeField) {
        return new Work(pages, thinkMs, session, onFailure, pause, timeout, nodeField, trust);
    }

    public Work trusting(ServerTrust trust) {
        return new Work(pages, thinkMs, session, onFailure, pause, timeout, nodeField, trust);
    }
}
