// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.alert;

/** The states that a rule can wait for; all but the last are those of nodes. */
public enum WatchedState {
    DOWN,
    EJECTED,
    SILENT,
    RESTING,
    PROBING,
    DRAIN,
    MAINT,
    /** No node of the cluster takes tasks. */
    WITHOUT_NODES;

    /** The kind of thing that can be in it. */
    public AlertScope scope() {
        return this == WITHOUT_NODES ? AlertScope.CLUSTER : AlertScope.NODE;
    }
}
