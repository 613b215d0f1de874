// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.evenkeel.policy.Task;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** The table of {@link RequestClasses}, in which loops find and begin classes: one number for a key, for good. */
public final class RequestClassesStress {

    /** Two keys that are looked for in the same place. */
    private static final long KEY = 3;

    private static final long NEIGHBOUR = KEY + 4L * Task.REQUEST_CLASSES;

    private RequestClassesStress() {}

    /** Two loops that begin the same class. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "one class")
    @Outcome(expect = FORBIDDEN, desc = "two classes for a key, or a class without its number")
    @State
    public static class SameKey {

        private final RequestClasses classes = new RequestClasses(1, 2);

        @Actor
        public void first(II_Result r) {
            r.r1 = classes.begin(KEY);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = classes.begin(KEY);
        }
    }

    /** Two loops that begin classes whose keys collide. */
    @JCStressTest
    @Outcome(id = "1, 2, 12", expect = ACCEPTABLE, desc = "the first actor began first")
    @Outcome(id = "2, 1, 21", expect = ACCEPTABLE, desc = "the second actor began first")
    @Outcome(expect = FORBIDDEN, desc = "a number was given twice, or a class cannot be found again")
    @State
    public static class Collision {

        private final RequestClasses classes = new RequestClasses(1, 2);

        @Actor
        public void first(III_Result r) {
            r.r1 = classes.begin(KEY);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = classes.begin(NEIGHBOUR);
        }

        @Arbiter
        public void found(III_Result r) {
            r.r3 = 10 * classes.find(KEY) + classes.find(NEIGHBOUR);
        }
    }

    /** A loop that looks for a class while another one begins it. */
    @JCStressTest
    @Outcome(id = "0, [01]", expect = ACCEPTABLE, desc = "looked first before it began")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "found")
    @Outcome(expect = FORBIDDEN, desc = "a class was found without its number, or was gone again")
    @State
    public static class Find {

        private final RequestClasses classes = new RequestClasses(1, 2);

        @Actor
        public void beginning() {
            classes.begin(KEY);
        }

        @Actor
        public void finding(II_Result r) {
            r.r1 = classes.find(KEY);
            r.r2 = classes.find(KEY);
        }
    }
}
