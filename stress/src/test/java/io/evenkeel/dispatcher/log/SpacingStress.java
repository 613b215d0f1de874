// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A {@link Spacing}, which several loops ask at the same time. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the first writes the line")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the second writes the line")
@Outcome(expect = FORBIDDEN, desc = "the line is written twice, or not at all")
@State
public class SpacingStress {

    private final Spacing lines = new Spacing(10);

    public SpacingStress() {
        lines.passes(0);
    }

    @Actor
    public void first(ZZ_Result r) {
        r.r1 = lines.passes(10);
    }

    @Actor
    public void second(ZZ_Result r) {
        r.r2 = lines.passes(11);
    }
}
