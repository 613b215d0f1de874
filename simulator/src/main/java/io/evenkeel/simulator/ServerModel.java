// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

/**
 * How a simulated node works.
 *
 * @param speed work done in a second, 1.0 for a node that does a second's work in a second
 * @param order who is served when several tasks are there
 * @param weight the administrator's weight
 */
public record ServerModel(double speed, Order order, double weight) {

    /** Who is served when several tasks are in a node. */
    public enum Order {
        /** One after the other, as they came. */
        FIFO,
        /** All at once, each with an equal share of the node. */
        PROCESSOR_SHARING
    }

    public ServerModel {
        if (!(speed > 0)) {
            throw new IllegalArgumentException("a node's speed must be above 0, was " + speed);
        }
    }

    /** A node of weight 1. */
    public static ServerModel of(double speed, Order order) {
        return new ServerModel(speed, order, 1);
    }
}
