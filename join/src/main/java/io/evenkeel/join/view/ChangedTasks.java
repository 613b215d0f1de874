// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

/**
 * The tasks that all other members have in the nodes of a cluster where their number has changed.
 *
 * @param places those of the nodes among all that are here
 * @param inFlight a number for each of them
 */
@SuppressWarnings("ArrayRecordComponent")
public record ChangedTasks(int[] places, int[] inFlight) {}
