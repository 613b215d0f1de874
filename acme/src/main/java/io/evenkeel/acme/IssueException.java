// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A certificate was not issued; the message is the authority's problem in its own words, for people. */
final class IssueException extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean general;
    private final transient @Nullable Instant notBefore;

    /**
     * @param general true when no other certificate would be issued either
     * @param notBefore the time before which the authority wants no other try; null when it names none
     */
    IssueException(String message, boolean general, @Nullable Instant notBefore, @Nullable Throwable cause) {
        super(message, cause);
        this.general = general;
        this.notBefore = notBefore;
    }

    boolean general() {
        return general;
    }

    @Nullable
    Instant notBefore() {
        return notBefore;
    }
}
