// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

/** The slots to which a task must not go again, because it has failed there. */
public interface TriedSlots {

    /** True when the task has already failed at the node of this slot. */
    boolean tried(int slot);
}
