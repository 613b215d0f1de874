// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import io.evenkeel.load.FinishedSession;
import io.evenkeel.load.SessionEnd;

/**
 * The sessions of one visitor, one after the other: begun by a request, ended once, counted at their end.
 *
 * <p>A visitor who does a number of operations and leaves has one session, so what follows on a lost one belongs to
 * none. A visitor without an end begins the next session with the next request. For one lane's thread.
 */
final class VisitorSession {

    private final Course course;
    private final int user;
    private final boolean isOnly;
    private boolean isOpen;
    private boolean isLost;
    private long fromNs;
    private long requests;

    /** @param isOnly true when all that the visitor does until it leaves is one session */
    VisitorSession(Course course, int user, boolean isOnly) {
        this.course = course;
        this.user = user;
        this.isOnly = isOnly;
    }

    /** A visit begins: nothing of the one before matters any more. */
    void begin() {
        isLost = false;
    }

    /** A request is sent that was due at this moment. */
    void asked(long dueNs) {
        if (!isOpen && !isLost) {
            isOpen = true;
            fromNs = dueNs;
            requests = 0;
        }
        requests++;
    }

    /** The session has ended, for the reason given; nothing happens when none is open. */
    void ended(SessionEnd end, long nowNs) {
        if (isOpen) {
            isOpen = false;
            isLost = isOnly;
            course.count(new FinishedSession(user, fromNs, nowNs, requests, end));
        }
    }
}
