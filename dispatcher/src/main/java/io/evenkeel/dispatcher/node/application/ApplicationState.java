// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.application;

import java.util.Locale;

/** The state of an application on one node; the later ones take more tasks. */
public enum ApplicationState {
    /** The application is not there. */
    REMOVED,
    /** The application takes no tasks; those that run may end. */
    STOPPED,
    /** The application takes tasks of sessions that are on the node, and no others. */
    DISABLED,
    /** The application takes tasks. */
    ENABLED;

    /** The name in lower case, for people and interfaces. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
