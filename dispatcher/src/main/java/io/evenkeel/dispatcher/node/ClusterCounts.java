// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/**
 * Figures of one cluster, taken together.
 *
 * @param waiting tasks in the queue now
 * @param queuedTotal tasks that ever waited
 * @param retriesTotal attempts after the first
 * @param failedAttempts attempts that their nodes failed, whatever became of the requests; those of nodes that have
 *     left included
 * @param up members that are listed, full ones included
 */
public record ClusterCounts(int waiting, long queuedTotal, long retriesTotal, long failedAttempts, int up) {

    /** Figures without a failed attempt. */
    public ClusterCounts(int waiting, long queuedTotal, long retriesTotal, int up) {
        this(waiting, queuedTotal, retriesTotal, 0, up);
    }
}
