// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LearnedPatienceTest {

    private static final long MS = 1_000_000;

    private final LearnedPatience learned = new LearnedPatience();
    private final SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));

    /** Clients with a patience of so many ms, give or take a fifth, who are served after up to so many. */
    private void clients(int count, double patienceMs, double servedMs) {
        for (int i = 0; i < count; i++) {
            double patience = patienceMs * (0.8 + 0.4 * random.nextDouble());
            double served = servedMs * random.nextDouble();
            long most = Math.min(Long.MAX_VALUE / MS, learned.patienceNs() / MS);
            if (served <= Math.min(patience, (double) most)) {
                learned.stayed(Math.round(served * MS));
            } else if (patience <= most) {
                learned.left(Math.round(patience * MS));
            } else {
                learned.stayed(most * MS);
            }
        }
    }

    private long patienceMs() {
        return learned.patienceNs() / MS;
    }

    @Test
    void knowsNothingWhileNobodyLeaves() {
        clients(5000, 10_000, 600);
        assertThat(learned.patienceNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void findsTheTimeAfterWhichClientsGo() {
        clients(5000, 400, 600);
        assertThat(patienceMs()).isBetween(320L, 430L);
    }

    /** Whoever would wait for longer is refused at the estimate, so nobody is seen to wait for longer. */
    @Test
    void whatItCutsOffDoesNotLowerIt() {
        clients(50_000, 400, 600);
        assertThat(patienceMs()).isBetween(320L, 430L);
    }

    @Test
    void clientsBecomePatientAgain() {
        clients(5000, 300, 600);
        clients(20_000, 2000, 600);
        assertThat(learned.patienceNs()).isEqualTo(Long.MAX_VALUE);
    }

    /** One in fifty closes a tab while it waits, at any moment. */
    @Test
    void thoseWhoLeaveForOtherReasonsAreTooFew() {
        for (int i = 0; i < 20_000; i++) {
            long waitNs = Math.round(600 * MS * random.nextDouble());
            if (random.nextInt(50) == 0) {
                learned.left(waitNs);
            } else {
                learned.stayed(600 * MS);
            }
        }
        assertThat(learned.patienceNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isNeverLessThanATenthOfASecond() {
        clients(5000, 20, 600);
        assertThat(learned.patienceNs()).isEqualTo(LearnedPatience.LEAST_NS);
    }
}
