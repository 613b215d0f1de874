// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.event;

import java.util.Arrays;

/** The first to happen of a fixed number of things: a tournament, O(log n) for a change; of equals the lower number. */
public final class MinTree {

    private final int leaves;
    private final long[] times;
    /** Winner of each match; the first leaf plays at {@code leaves / 2}. */
    private final int[] winners;

    public MinTree(int count) {
        int width = 2;
        while (width < count) {
            width *= 2;
        }
        leaves = width;
        times = new long[width];
        winners = new int[width];
        Arrays.fill(times, Long.MAX_VALUE);
        for (int match = width - 1; match >= 1; match--) {
            winners[match] = left(match);
        }
    }

    /** The time of the first. */
    public long time() {
        return times[winners[1]];
    }

    /** The number of the first. */
    public int which() {
        return winners[1];
    }

    public void set(int number, long time) {
        times[number] = time;
        int match = (leaves + number) >>> 1;
        while (match >= 1) {
            int one = left(match);
            int other = right(match);
            winners[match] = times[other] < times[one] ? other : one;
            match >>>= 1;
        }
    }

    private int left(int match) {
        int child = 2 * match;
        return child >= leaves ? child - leaves : winners[child];
    }

    private int right(int match) {
        int child = 2 * match + 1;
        return child >= leaves ? child - leaves : winners[child];
    }
}
