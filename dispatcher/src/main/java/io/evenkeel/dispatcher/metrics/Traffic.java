// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.util.List;
import org.HdrHistogram.AbstractHistogram;

/**
 * Totals and distributions of finished tasks since the start of the dispatcher.
 *
 * @param byStatus finished HTTP exchanges by class of status: index 1 for 1xx to 5 for 5xx; index 0 counts those that ended without an
 *     answer, and TCP connections
 * @param bytesIn from clients
 * @param bytesOut to clients
 * @param responseUs whole time of a task, microseconds
 * @param wt1Us selection time, microseconds
 * @param wt2Us connect time, microseconds
 * @param ptUs processing time, microseconds
 * @param slowdownSum sum of the slowdowns of finished tasks; divided by {@code tasks}, the mean slowdown
 */
public record Traffic(
        long tasks,
        long failures,
        List<Long> byStatus,
        long bytesIn,
        long bytesOut,
        AbstractHistogram responseUs,
        AbstractHistogram wt1Us,
        AbstractHistogram wt2Us,
        AbstractHistogram ptUs,
        double slowdownSum) {

    public Traffic {
        byStatus = List.copyOf(byStatus);
    }
}
