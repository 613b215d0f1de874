// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Octets that a reader wants to use while their owner gives them up. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the owner went first: nothing is used")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the reader went first: it used live bytes, and all is given back")
@Outcome(expect = FORBIDDEN, desc = "freed bytes were used, or some are not given back")
@State
public class OffHeapStress {

    private final MemoryBudget budget = new MemoryBudget(64, 64);
    private final OffHeap octets = Objects.requireNonNull(OffHeap.of(budget, 16));

    @Actor
    public void reader(II_Result r) {
        if (octets.retain()) {
            r.r1 = octets.octets().refCnt() > 0 ? 1 : -1;
            octets.release();
        }
    }

    @Actor
    public void owner() {
        octets.release();
    }

    @Arbiter
    public void afterwards(II_Result r) {
        r.r2 = (int) budget.taken() + octets.octets().refCnt();
    }
}
