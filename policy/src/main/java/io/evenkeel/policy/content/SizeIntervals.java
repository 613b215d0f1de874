// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.content;

import java.util.Arrays;

/**
 * Places for requests by size on a line from 0 to 1, on which all work has equal room and small requests come before
 * large ones.
 *
 * <pre>
 * place = work of all smaller sizes / all work, and a turn in the room of the size itself
 * </pre>
 *
 * Cutting the line into equal parts cuts the requests into intervals of size with equal work: {@code ∫ x dF(x)} is
 * equal in all (SITA-E). A size on a cut goes to both sides in turns, as its room is. Sizes are told apart by eighths
 * of an octave from 1 µs to an hour. While there is no work, every size may be anywhere.
 */
final class SizeIntervals {

    private static final int SIZES = 256;
    /** The upper bits of a double: 3 of its fraction below those of its exponent. */
    private static final int SHIFT = 49;

    private static final long FIRST = (1023 + 10) << 3;
    private static final double GOLDEN = 0.6180339887498949;
    private static final double BELOW_1 = 1 - 1e-12;

    private final double[] workNs = new double[SIZES];
    private final double[] from = new double[SIZES];
    private final double[] room = new double[SIZES];
    private final double[] turn = new double[SIZES];

    SizeIntervals() {
        place();
    }

    /** Forgets all work; places stay as they are. */
    void clear() {
        Arrays.fill(workNs, 0);
    }

    /** Adds requests of a size with all their work, nanoseconds. */
    void add(double sizeNs, double work) {
        workNs[index(sizeNs)] += work;
    }

    /** Places the sizes by the work that was added. */
    void place() {
        double all = 0;
        for (double work : workNs) {
            all += work;
        }
        double before = 0;
        for (int i = 0; i < SIZES; i++) {
            from[i] = all > 0 ? before / all : 0;
            room[i] = all > 0 ? workNs[i] / all : 1;
            before += workNs[i];
        }
    }

    /** The place of the next request of a size, 0.0 to below 1.0; anywhere in turns for 0, a size that is not known. */
    double next(double sizeNs) {
        int i = sizeNs > 0 ? index(sizeNs) : 0;
        turn[i] = (turn[i] + GOLDEN) % 1;
        return sizeNs > 0 ? Math.min(from[i] + room[i] * turn[i], BELOW_1) : turn[i];
    }

    /** The middle of the room of a size, 0.0 to below 1.0; 0 for a size that is not known. */
    double middle(double sizeNs) {
        int i = index(sizeNs);
        return sizeNs > 0 ? Math.min(from[i] + room[i] / 2, BELOW_1) : 0;
    }

    /** The least size with room at a place or above it, nanoseconds; 0 when there is none. */
    double sizeNs(double place) {
        for (int i = 0; i < SIZES; i++) {
            if (workNs[i] > 0 && from[i] + room[i] > place) {
                return Double.longBitsToDouble((FIRST + i) << SHIFT);
            }
        }
        return 0;
    }

    private static int index(double sizeNs) {
        long i = (Double.doubleToRawLongBits(sizeNs) >> SHIFT) - FIRST;
        return (int) Math.max(0, Math.min(i, SIZES - 1));
    }
}
