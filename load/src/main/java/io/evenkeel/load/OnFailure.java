// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import java.util.Locale;

/** The next action of a user after a request that failed. */
public enum OnFailure {
    /** Goes on with what comes next; on pages with a login, that is to log in again. */
    GO_ON,
    /** Asks the same again. */
    RETRY,
    /** Returns as a new user: without cookies, on a new connection. */
    NEW_SESSION,
    /** Leaves for good. */
    STOP;

    /** The name that people type. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
