// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.util.Locale;

/** The state of a dispatcher between its start and its end. */
public enum DispatcherState {
    /** Takes clients and serves them. */
    RUNNING,
    /** Takes no further clients; finishes the work of those it has. */
    DRAINING,
    /** Has ended. */
    STOPPED;

    /** The state in one word, as users read it: {@code running}, {@code draining} or {@code stopped}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
