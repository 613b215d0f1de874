// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.net.ServerAnswer;
import org.jspecify.annotations.Nullable;

/** The requests of one user, one after another; for one thread. */
public interface Script {

    /** A new session begins: nothing is remembered. */
    void begin();

    /** The next request. */
    Call next();

    /** Looks at the answer to it; returns its fault, or null. */
    @Nullable
    FailureKind look(ServerAnswer answer);

    /** True when the last answer replaced the user's session, and the request was none that begins one. */
    default boolean hasLostSession() {
        return false;
    }

    /** True when the user has ended the session; the next operation begins another. */
    default boolean hasLoggedOut() {
        return false;
    }

    /** True when the session is over and the user leaves; only where the requests themselves end sessions. */
    default boolean isOver() {
        return false;
    }

    /** The request failed, or what {@link #look} found wrong is known by now. */
    void failed();

    /** True when the next request belongs to the same operation, so that the user does not think before it. */
    boolean isMidway();
}
