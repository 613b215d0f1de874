// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.util.List;

/**
 * Totals and distributions of finished tasks: of a cluster since the dispatcher started, of a node since it joined.
 *
 * @param byStatus finished HTTP exchanges by class of status: index 1 for 1xx to 5 for 5xx; index 0 counts those
 *     that ended without an answer, and TCP connections
 * @param bytesIn from clients
 * @param bytesOut to clients
 * @param responseNs whole time of a task
 * @param wt1Ns selection time of every task, queueing included
 * @param wt2Ns connect time of every task that had a node; 0 on a kept-alive connection
 * @param ptNs processing time of every task that a node answered
 * @param slowdownMilli slowdown of every task that a node answered, thousandths: 1008 is a slowdown of 1.008
 */
public record Traffic(
        long tasks,
        long failures,
        List<Long> byStatus,
        long bytesIn,
        long bytesOut,
        MeasureSnapshot responseNs,
        MeasureSnapshot wt1Ns,
        MeasureSnapshot wt2Ns,
        MeasureSnapshot ptNs,
        MeasureSnapshot slowdownMilli) {

    public Traffic {
        byStatus = List.copyOf(byStatus);
    }

    /** No traffic at all. */
    public static Traffic none() {
        return new TaskTotals(2).traffic();
    }
}
