// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LearnedPatienceTest {

    private static final long MS = 1_000_000;

    private final LearnedPatience learned = new LearnedPatience();
    private final SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));
    private long lastClient;

    /** Clients with a patience of so many ms, give or take a fifth, who are served after up to so many. */
    private void clients(int count, double patienceMs, double servedMs) {
        for (int i = 0; i < count; i++) {
            double patience = patienceMs * (0.8 + 0.4 * random.nextDouble());
            double served = servedMs * random.nextDouble();
            long most = Math.min(Long.MAX_VALUE / MS, learned.patienceNs() / MS);
            if (served <= Math.min(patience, (double) most)) {
                learned.stayed(Math.round(served * MS));
            } else if (patience <= most) {
                learned.left(Math.round(patience * MS), ++lastClient);
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
                learned.left(waitNs, ++lastClient);
            } else {
                learned.stayed(600 * MS);
            }
        }
        assertThat(learned.patienceNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isNeverLessThanATenthOfASecond() {
        clients(5000, 110, 600);
        assertThat(patienceMs()).isBetween(LearnedPatience.LEAST_NS / MS, 150L);
    }

    /** A wait that ends after a tenth of a second does not help who leaves before, and harms the others. */
    @Test
    void thoseWhoLeaveSoonerSayNothing() {
        clients(5000, 20, 600);
        assertThat(learned.patienceNs()).isEqualTo(Long.MAX_VALUE);
    }

    /** Nine clients that open and reset requests all the time, nine times as often as all others ask. */
    @Test
    void aFewClientsCannotShortenTheWaitOfAll() {
        for (int i = 0; i < 100_000; i++) {
            learned.left(120 * MS, 1 + i % 9);
            if (i % 9 == 0) {
                learned.stayed(i % 2 == 0 ? 90 * MS : 600 * MS);
            }
        }
        assertThat(learned.patienceNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void oneClientCountsAgainOnceCountsHaveFaded() {
        for (int i = 0; i < 20; i++) {
            learned.left(320 * MS, 1 + i);
            learned.left(320 * MS, 1 + i);
        }
        for (int i = 0; i < 12; i++) {
            learned.stayed(10 * MS);
        }
        assertThat(patienceMs()).isEqualTo(325);
        for (int i = 0; i < 984; i++) {
            learned.stayed(10 * MS);
        }
        assertThat(learned.patienceNs()).as("half of twenty are too few").isEqualTo(Long.MAX_VALUE);
        for (int i = 0; i < 16; i++) {
            learned.left(320 * MS, 1 + i);
        }
        assertThat(patienceMs()).isEqualTo(325);
    }

    @Test
    void clientsThatAreNotKnownCountEachTime() {
        for (int i = 0; i < 32; i++) {
            learned.left(320 * MS, 0);
        }
        assertThat(patienceMs()).isEqualTo(325);
    }

    @Test
    void moreClientsThanItCanKnowCountAll() {
        for (int i = 0; i < 2000; i++) {
            learned.left(320 * MS, 1 + i);
        }
        assertThat(patienceMs()).isEqualTo(325);
    }
}
