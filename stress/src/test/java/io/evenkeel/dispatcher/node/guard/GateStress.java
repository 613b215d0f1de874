// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.guard;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.evenkeel.dispatcher.log.EventLog;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Sections behind a {@link Gate}: one at a time, and each sees all that the one before wrote to plain fields. */
public final class GateStress {

    private GateStress() {}

    private static Gate gate() {
        return new Gate("shop", () -> "none", new EventLog().cluster());
    }

    /** Two threads that both must enter. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "the first actor went first")
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "the second actor went first")
    @Outcome(expect = FORBIDDEN, desc = "both were inside at once, or one did not see what the other wrote")
    @State
    public static class Exclusion {

        private final Gate gate = gate();
        private int passes;

        @Actor
        public void first(II_Result r) {
            gate.enter();
            r.r1 = ++passes;
            gate.exit();
        }

        @Actor
        public void second(II_Result r) {
            gate.enter();
            r.r2 = ++passes;
            gate.exit();
        }
    }

    /** A thread that writes two fields, and one that reads them if it may enter. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the reader went first")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the writer went first")
    @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "the reader gave up, because the writer lost its core inside")
    @Outcome(expect = FORBIDDEN, desc = "half of a section was seen")
    @State
    public static class Glance {

        private final Gate gate = gate();
        private int a;
        private int b;

        @Actor
        public void writer() {
            gate.enter();
            a = 1;
            b = 1;
            gate.exit();
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = -1;
            r.r2 = -1;
            if (gate.mayEnter()) {
                r.r1 = a;
                r.r2 = b;
                gate.exit();
            }
        }
    }
}
