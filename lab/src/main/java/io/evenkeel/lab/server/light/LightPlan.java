// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

/**
 * A light server to start.
 *
 * @param name of the node, unique in its fleet
 * @param cores processors, which the requests at work share evenly
 * @param speed of each; 0.5 takes twice as long
 * @param workers requests at work at once
 * @param queue requests that wait for a worker; one more is refused
 * @param law amount of work of its requests
 * @param isByAddress true when its agent tells clients apart by their address alone; on one machine they all have
 *     the same
 */
public record LightPlan(
        String name, int cores, double speed, int workers, int queue, WorkLaw law, boolean isByAddress) {

    /** A server whose agent tells clients apart by their sessions. */
    public LightPlan(String name, int cores, double speed, int workers, int queue, WorkLaw law) {
        this(name, cores, speed, workers, queue, law, false);
    }

    public LightPlan {
        if (cores < 1 || !(speed > 0) || workers < 1 || queue < 0) {
            throw new IllegalArgumentException(
                    name
                            + ": a light server needs a processor with a speed above 0, a worker and a queue that is not negative");
        }
    }
}
