// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import java.util.List;

/**
 * The course of a run in time, from its very start.
 *
 * @param periodS length of a period, seconds
 * @param completed answered requests by period, for each node
 * @param failed failed requests by period
 */
public record RunSeries(double periodS, List<List<Integer>> completed, List<Integer> failed) {

    public RunSeries {
        completed = List.copyOf(completed);
        failed = List.copyOf(failed);
    }
}
