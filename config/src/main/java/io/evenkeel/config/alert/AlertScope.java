// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.alert;

/** The kind of thing that a rule looks at, each one by itself. */
public enum AlertScope {
    /** The nodes. */
    NODE,
    /** The clusters. */
    CLUSTER,
    /** The dispatcher as a whole. */
    DISPATCHER
}
