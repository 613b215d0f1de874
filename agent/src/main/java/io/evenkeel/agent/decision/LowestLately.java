// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.decision;

import java.util.Arrays;

/** The lowest of the values of about the last minute, forgotten by tenths of it. For one thread; no garbage. */
final class LowestLately {

    private static final int PARTS = 10;
    private static final long PART_NS = 6_000_000_000L;

    private final double[] lowest = new double[PARTS];
    private boolean begun;
    private long part;

    LowestLately() {
        Arrays.fill(lowest, Double.NaN);
    }

    void add(double value, long nowNs) {
        long now = Math.floorDiv(nowNs, PART_NS);
        long passed = begun ? Math.min(PARTS, now - part) : PARTS;
        for (long i = 0; i < passed; i++) {
            lowest[Math.floorMod(now - i, PARTS)] = Double.NaN;
        }
        begun = true;
        part = now;
        int here = Math.floorMod(now, PARTS);
        lowest[here] = Double.isNaN(lowest[here]) ? value : Math.min(lowest[here], value);
    }

    /** The lowest; NaN when there was none. */
    double value() {
        double least = Double.NaN;
        for (double candidate : lowest) {
            if (!Double.isNaN(candidate)) {
                least = Double.isNaN(least) ? candidate : Math.min(least, candidate);
            }
        }
        return least;
    }
}
