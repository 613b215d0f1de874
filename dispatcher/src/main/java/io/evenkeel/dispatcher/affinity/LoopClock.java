// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.engine.Loop;
import java.time.InstantSource;

/** The times that affinity needs on one loop: the world's for cookies, and a monotonic one for tables. */
record LoopClock(Loop loop, InstantSource world) {

    private static final long NS_PER_S = 1_000_000_000L;

    /** Seconds since 1970. */
    long epochSeconds() {
        return Math.floorDiv(world.millis(), 1000L);
    }

    /** Tenths of a second since 1970. */
    long epochTenths() {
        return Math.floorDiv(world.millis(), 100L);
    }

    /** Seconds of the loop's clock. */
    int seconds() {
        return seconds(loop.nowNs());
    }

    /** Seconds of a monotonic clock. */
    static int seconds(long nowNs) {
        return (int) (nowNs / NS_PER_S);
    }
}
