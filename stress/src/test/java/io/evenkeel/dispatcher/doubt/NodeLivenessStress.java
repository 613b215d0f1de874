// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.doubt;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A {@link NodeLiveness}, which any loop writes and reads without a lock. */
public final class NodeLivenessStress {

    private NodeLivenessStress() {}

    /** A second doubt, after one that a failed check had confirmed: it begins unconfirmed. */
    @JCStressTest
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "nobody has asked yet")
    @Outcome(expect = FORBIDDEN, desc = "the new doubt was confirmed by the check of the old one, or did not begin")
    @State
    public static class SecondDoubt {

        private static final int LOOKS = 16;

        private final NodeLiveness liveness = new NodeLiveness(0);

        public SecondDoubt() {
            liveness.doubt(1);
            liveness.asked(1);
            liveness.refuted();
            liveness.trust(false, 2);
        }

        @Actor
        public void doubting() {
            liveness.doubt(10);
        }

        @Actor
        public void looking(ZZ_Result r) {
            for (int look = 0; look < LOOKS; look++) {
                r.r1 |= liveness.unanswered(0, 10);
            }
        }

        @Arbiter
        public void end(ZZ_Result r) {
            r.r2 = liveness.doubted();
        }
    }
}
