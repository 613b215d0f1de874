// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/** Arrivals with independent gaps of one distribution, ns. The part below a nanosecond is kept for the next gap. */
final class Renewal implements ArrivalProcess {

    private final Distribution gapNs;
    private double rest;

    Renewal(Distribution gapNs) {
        this.gapNs = gapNs;
    }

    @Override
    public long nextNs(RandomGenerator random) {
        double exact = rest + gapNs.sample(random);
        long whole = (long) exact;
        rest = whole == Long.MAX_VALUE ? 0 : exact - whole;
        return whole;
    }
}
