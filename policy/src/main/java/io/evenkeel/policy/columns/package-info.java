// SPDX-License-Identifier: Apache-2.0
/**
 * The columns that policies read, in arrays, and the one set of rules for the nodes that a task may go to.
 *
 * <p>The dispatcher, its shadows, its recorded choices, the simulator and the contract of policies all hold a
 * {@link io.evenkeel.policy.columns.NodeArrays}, so a policy meets the same rules everywhere. There is no clock, lock
 * or I/O here; the owner tells the time and calls from one thread at a time.
 */
@NullMarked
package io.evenkeel.policy.columns;

import org.jspecify.annotations.NullMarked;
