// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import java.time.Duration;

/**
 * The arrival of visitors: some at once, then as many again after a while, until all are there.
 *
 * @param step visitors who arrive together
 * @param every time between two arrivals
 */
public record Ramp(int step, Duration every) {

    /** Everybody at once. */
    public static final Ramp NONE = new Ramp(Integer.MAX_VALUE, Duration.ZERO);

    public Ramp {
        if (step < 1 || every.isNegative()) {
            throw new IllegalArgumentException("a ramp has steps of at least one visitor and goes forward in time");
        }
    }

    /** One after the other, the last one just before the end of a time. */
    public static Ramp evenly(int visitors, Duration over) {
        return new Ramp(1, over.dividedBy(Math.max(1, visitors)));
    }

    /** The time from the load's start to a visitor's arrival; visitors are numbered from 0. */
    public Duration arrival(int visitor) {
        return every.multipliedBy(visitor / step);
    }
}
