// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

/**
 * What a paper's table says about a cell.
 *
 * @param latencyMs mean
 */
public record Published(long requests, double throughputPerSecond, long failures, double latencyMs) {

    /** Failures as a share of the requests. */
    public double failureShare() {
        return requests == 0 ? 0 : (double) failures / requests;
    }
}
