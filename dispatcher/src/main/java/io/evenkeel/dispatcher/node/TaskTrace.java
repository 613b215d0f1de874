// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/** The trace that a task belongs to, as its cluster sees it. Inside the cluster's gate. */
public interface TaskTrace {

    /** The trace's identifier, 32 digits. Allocates; asked for when a choice is recorded. */
    String id();

    /** True when the task's trace is recorded, so that it wants to know why a node was chosen. */
    boolean recorded();

    /** Tells why a node was chosen. */
    void chosen(Decision decision);
}
