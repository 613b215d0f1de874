// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

/**
 * The needs of a request that has a worker.
 *
 * @param waitNs time for which it first waits for something that others do not slow down, such as a database far away
 * @param processorNs time that it then needs on a processor of speed 1
 */
public record RequestNeeds(long waitNs, long processorNs) {

    public RequestNeeds {
        if (waitNs < 0 || processorNs < 0) {
            throw new IllegalArgumentException("work is not negative: " + waitNs + " ns and " + processorNs + " ns");
        }
    }
}
