// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.dispatcher.control.CacheView;
import org.jspecify.annotations.Nullable;

/** The work of the cache between two readings, and its memory at the second one. One thread. */
final class CacheInterval {

    /** The number of figures. */
    static final int FIGURES = 10;

    private static final double BYTES_PER_MB = 1 << 20;
    private static final double PERCENT = 100;

    private @Nullable CacheView last;

    /**
     * Writes the figures in the catalog's order; leaves out those that are not known.
     *
     * @param now null while the cache was not used
     */
    void fill(@Nullable CacheView now, double[] row, int from, double elapsedS) {
        CacheView before = last;
        last = now;
        if (now == null) {
            return;
        }
        row[from + 5] = now.taken() / BYTES_PER_MB;
        row[from + 6] = now.packedTaken() / BYTES_PER_MB;
        row[from + 7] = PERCENT * now.packedShare();
        if (before == null) {
            return;
        }
        long asked = now.asked() - before.asked();
        long hits = now.withoutNode() - before.withoutNode();
        if (asked > 0) {
            row[from] = PERCENT * hits / asked;
        }
        row[from + 1] = hits / elapsedS;
        row[from + 2] = (asked - hits) / elapsedS;
        row[from + 3] = (now.bypassed() - before.bypassed()) / elapsedS;
        row[from + 4] = (now.octets() - before.octets()) / BYTES_PER_MB / elapsedS;
        row[from + 8] = (now.stored() - before.stored()) / elapsedS;
        row[from + 9] = (now.evicted() - before.evicted()) / elapsedS;
    }
}
