// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

/**
 * The results of one node in a run; of the measured time unless a figure says otherwise.
 *
 * @param completed requests that it answered
 * @param share its share of all answered requests, 0.0 to 1.0; NaN when there was none
 * @param failures requests that it refused or failed
 * @param meanMs mean time of answered requests, waiting in the dispatcher included; NaN when there was none
 * @param utilisation share of the whole run in which its busiest resource was in use: cores, connections or workers
 * @param cpuShare share of the whole run in which its cores were in use
 * @param collections collections of its heap, in the whole run
 */
public record NodeRun(
        long completed,
        double share,
        long failures,
        double meanMs,
        double utilisation,
        double cpuShare,
        long collections) {}
