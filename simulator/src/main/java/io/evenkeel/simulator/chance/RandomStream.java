// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.random.RandomGenerator;

/**
 * A stream of random numbers that can be set to any place at no cost, so that each request has a stream of its own.
 *
 * <p>Source: SplitMix64, in G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
 */
public final class RandomStream implements RandomGenerator {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    /** The stream of a seed. */
    public RandomStream(long seed) {
        state = mix(seed);
    }

    /** A seed for one purpose of many, from the seed of the run. */
    public static long seed(long seed, long purpose) {
        return mix(seed + mix(purpose * GOLDEN));
    }

    /** Begins the stream of one of many things. */
    public void at(long seed, long thing, long step) {
        state = mix(seed ^ mix(thing * GOLDEN + step));
    }

    @Override
    public long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /** A number with all bits mixed: the finisher of the generator. */
    public static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
