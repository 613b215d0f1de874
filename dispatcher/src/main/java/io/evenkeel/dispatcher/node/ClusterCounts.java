// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/**
 * Figures of one cluster, taken together.
 *
 * @param waiting tasks in the queue now
 * @param queuedTotal tasks that ever waited
 * @param retriesTotal tries after the first
 * @param up nodes that are eligible now
 */
public record ClusterCounts(int waiting, long queuedTotal, long retriesTotal, int up) {}
