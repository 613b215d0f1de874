// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import java.util.Locale;

/** A part of the dispatcher whose events have a level of their own. */
public enum EventArea {
    LISTENER,
    CLUSTER,
    NODE,
    CHECK,
    RELOAD,
    EXCHANGE,
    ADMIN,
    LOG,
    /** Events of libraries. */
    LIBRARY;

    /** The name of the area in the lines of the log, such as {@code exchange}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
