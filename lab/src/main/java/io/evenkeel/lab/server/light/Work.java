// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

/**
 * What a request needs once it has a worker.
 *
 * @param waitNs first it waits for something that others do not slow down, a database far away say
 * @param processorNs then it needs this much of a processor of speed 1
 */
public record Work(long waitNs, long processorNs) {

    public Work {
        if (waitNs < 0 || processorNs < 0) {
            throw new IllegalArgumentException("work is not negative: " + waitNs + " ns and " + processorNs + " ns");
        }
    }
}
