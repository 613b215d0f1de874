// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * {@link HistogramCells} that one thread writes and one reads: nothing is counted twice or lost, and counts never
 * shrink.
 */
public final class HistogramCellsStress {

    private HistogramCellsStress() {}

    /** The number of values a reader sees. */
    private static long seen(HistogramCells cells) {
        HistogramCells copy = new HistogramCells(2);
        copy.add(cells);
        return copy.count();
    }

    /** Values that make the first page, count in it, and make a page of another octave, so that tables grow. */
    @JCStressTest
    @Outcome(id = "0, [0123], 3", expect = ACCEPTABLE, desc = "the first look was before all")
    @Outcome(id = "1, [123], 3", expect = ACCEPTABLE, desc = "the first look saw one value")
    @Outcome(id = "2, [23], 3", expect = ACCEPTABLE, desc = "the first look saw two values")
    @Outcome(id = "3, 3, 3", expect = ACCEPTABLE, desc = "the first look was after all")
    @Outcome(expect = FORBIDDEN, desc = "a count shrank, or a value was lost or counted twice")
    @State
    public static class Growth {

        private final HistogramCells cells = new HistogramCells(2);

        @Actor
        public void writer() {
            cells.record(5);
            cells.record(5);
            cells.record(1L << 40);
        }

        @Actor
        public void reader(JJJ_Result r) {
            r.r1 = seen(cells);
            r.r2 = seen(cells);
        }

        @Arbiter
        public void end(JJJ_Result r) {
            r.r3 = seen(cells);
        }
    }

    /** A count that outgrows 32 bits, beside another one of the same page. */
    @JCStressTest
    @Outcome(id = "2147483650, 2147483652", expect = ACCEPTABLE, desc = "read before both values")
    @Outcome(id = "2147483651, 2147483652", expect = ACCEPTABLE, desc = "read between, in the old page or the new")
    @Outcome(id = "2147483652, 2147483652", expect = ACCEPTABLE, desc = "read after both")
    @Outcome(expect = FORBIDDEN, desc = "a count of the page was lost or cut when it became wide")
    @State
    public static class Widening {

        private final HistogramCells cells = new HistogramCells(2);

        public Widening() {
            cells.record(5, Integer.MAX_VALUE);
            cells.record(6, 3);
        }

        @Actor
        public void writer() {
            cells.record(5);
            cells.record(6);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = seen(cells);
        }

        @Arbiter
        public void end(JJ_Result r) {
            r.r2 = seen(cells);
        }
    }
}
