// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import java.math.BigDecimal;

/**
 * Heap that an application fills and keeps, as caches, sessions and half-made pages do, so that an experiment can make
 * a small heap tight.
 *
 * <p>Made of numbers, because a collector's work is counted in objects and not in bytes.
 */
public final class Ballast {

    private static final int NUMBERS_PER_KB = 23;

    private final BigDecimal[] numbers;

    private Ballast(int count) {
        numbers = new BigDecimal[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = BigDecimal.valueOf(i + 1_000_000L, 2);
        }
    }

    /** Makes a ballast that fills a number of KB, to within a tenth. */
    public static Ballast ofKb(int kb) {
        return new Ballast(Math.multiplyExact(kb, NUMBERS_PER_KB));
    }
}
