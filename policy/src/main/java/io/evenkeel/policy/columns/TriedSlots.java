// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

/** The slots to which a task must not go: it has failed there, or its application takes no tasks there. */
public interface TriedSlots {

    /** True when the task must not go to the node of this slot. */
    boolean tried(int slot);
}
