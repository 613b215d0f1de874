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
 * @param sessionCookie the cookie that names the session
 */
public record UserBehaviour(
        UserRequests pages,
        Distribution thinkMs,
        @Nullable Distribution session,
        OnFailure onFailure,
        Duration pause,
        Duration timeout,
        String nodeField,
        ServerTrust trust,
        String sessionCookie) {

    /** The field in which the sample application names the node that answers. */
    public static final String NODE_FIELD = "X-Node";

    /** The cookie in which Java servers keep the name of the session. */
    public static final String SESSION_COOKIE = "JSESSIONID";

    public UserBehaviour {
        if (timeout.toMillis() < 1 || pause.isNegative()) {
            throw new IllegalArgumentException("a request has a timeout of at least 1 ms");
        }
    }

    /** No thinking, no end of a session, 10 ms of rest after a failure, 10 s for an answer. */
    public static UserBehaviour of(UserRequests pages) {
        return new UserBehaviour(
                pages,
                Distribution.parse("0"),
                null,
                OnFailure.GO_ON,
                Duration.ofMillis(10),
                Duration.ofSeconds(10),
                NODE_FIELD,
                ServerTrust.OF_JAVA,
                SESSION_COOKIE);
    }

    /** True when each user has one session, which comes to an end, and leaves. */
    public boolean isInSessions() {
        return session != null || pages.endsSessions();
    }

    public UserBehaviour thinking(Distribution thinkMs) {
        return new UserBehaviour(pages, thinkMs, session, onFailure, pause, timeout, nodeField, trust, sessionCookie);
    }

    public UserBehaviour inSessions(@Nullable Distribution lengths) {
        return new UserBehaviour(pages, thinkMs, lengths, onFailure, pause, timeout, nodeField, trust, sessionCookie);
    }

    public UserBehaviour onFailure(OnFailure what, Duration pause) {
        return new UserBehaviour(pages, thinkMs, session, what, pause, timeout, nodeField, trust, sessionCookie);
    }

    public UserBehaviour within(Duration timeout) {
        return new UserBehaviour(pages, thinkMs, session, onFailure, pause, timeout, nodeField, trust, sessionCookie);
    }

    public UserBehaviour namedBy(String nodeField) {
        return new UserBehaviour(pages, thinkMs, session, onFailure, pause, timeout, nodeField, trust, sessionCookie);
    }

    public UserBehaviour trusting(ServerTrust trust) {
        return new UserBehaviour(pages, thinkMs, session, onFailure, pause, timeout, nodeField, trust, sessionCookie);
    }

    public UserBehaviour naming(String sessionCookie) {
        return new UserBehaviour(pages, thinkMs, session, onFailure, pause, timeout, nodeField, trust, sessionCookie);
    }
}
