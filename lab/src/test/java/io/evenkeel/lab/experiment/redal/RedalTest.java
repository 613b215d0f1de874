// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.redal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Policies;
import io.evenkeel.lab.experiment.light.FrontPlan;
import io.evenkeel.lab.experiment.light.LightRun;
import io.evenkeel.lab.experiment.light.PaperTable;
import io.evenkeel.lab.experiment.light.Placing;
import io.evenkeel.lab.server.light.LightRequest;
import io.evenkeel.lab.server.light.RequestNeeds;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class RedalTest {

    private final Redal redal = new Redal();

    @Test
    void everyPublishedCellOfAPolicyThatExistsIsRun() {
        Set<CellKey> published = PaperTable.of(Redal.class).keys();

        assertThat(published).hasSize(10);
        assertThat(redal.cells(ExperimentChoice.all(Pace.FULL)))
                .containsAll(published.stream()
                        .filter(cell -> Policies.exists(cell.policy()))
                        .toList());
        CellKey hj = new CellKey(Redal.TEN, "least-requests", "request", LoadLevel.sessions(80));
        assertThat(redal.published(hj).figure("throughputPerServer")).isEqualTo(42, within(1e-9));
    }

    @Test
    void severalDispatchersAreRunWhenTheyAreNamed() {
        ExperimentChoice all = ExperimentChoice.all(Pace.QUICK);
        Predicate<CellKey> several = cell -> cell.scenario().equals(Redal.BEHIND_THREE);

        assertThat(redal.cells(all)).noneMatch(several);
        assertThat(redal.cells(all.only(List.of("redal-3"), List.of())))
                .hasSize(11)
                .allMatch(several)
                .extracting(CellKey::variant)
                .containsOnly("one", "joined", "apart", "joined-uneven", "apart-uneven");
        LightRun joined = new RedalCast(Pace.QUICK)
                .run(new CellKey(Redal.BEHIND_THREE, "redal", "joined", LoadLevel.sessions(80)));
        assertThat(joined.fronts()).isEqualTo(new FrontPlan(3, true, false));
        assertThat(joined.servers()).hasSize(10);
        assertThat(joined.placing()).isEqualTo(Placing.SESSION);
    }

    @Test
    void saysThatAPolicyIsMissingAsLongAsItIs() {
        boolean runs = redal.cells(ExperimentChoice.all(Pace.QUICK)).stream()
                .anyMatch(cell -> cell.policy().equals("redal"));

        assertThat(runs).isEqualTo(Policies.exists("redal"));
        assertThat(redal.missing().isEmpty()).isEqualTo(runs);
    }

    @Test
    void claimsAboutWhatWasNotRunAreNotJudged() {
        assertThat(redal.claims(List.of())).extracting(Claim::verdict).containsOnly(ClaimVerdict.NOT_RUN);
    }

    @Test
    void aSessionIsFetchedWhenItWasElsewhereBefore() {
        SessionWork work = new SessionWork();
        RandomGenerator random = new SplittableRandom(1);

        assertThat(isFetched(work, "a", random)).isFalse();
        assertThat(isFetched(work, "a", random)).isFalse();
        assertThat(isFetched(work, "b", random)).isTrue();
        assertThat(isFetched(work, "b", random)).isFalse();
        assertThat(isFetched(work, "a", random)).isTrue();
    }

    /**
     * 100 and 500 ms, one as likely as the other: 300 ms. The standard deviation is 200 ms, so the standard error of
     * the mean of 100,000 is 0.63 ms and 3 ms are nearly five of them.
     */
    @Test
    void pagesTakeAloneWhatThePaperSays() {
        SessionWork work = new SessionWork();
        RandomGenerator random = new SplittableRandom(3);
        double sumNs = 0;
        for (int i = 0; i < 100_000; i++) {
            RequestNeeds drawn = draw(work, "a", random);
            sumNs += drawn.waitNs() + drawn.processorNs();
        }

        assertThat(sumNs / 100_000 / 1e6).isEqualTo(300, within(3.0));
    }

    /** A page waits 94 or 472 ms for its database, and 60 ms more for its session. */
    private static boolean isFetched(SessionWork work, String node, RandomGenerator random) {
        long waitMs = draw(work, node, random).waitNs() / 1_000_000;
        assertThat(waitMs).isIn(94L, 472L, 154L, 532L);
        return waitMs == 154 || waitMs == 532;
    }

    private static RequestNeeds draw(SessionWork work, String node, RandomGenerator random) {
        return work.draw(new LightRequest(node, "/page", "s1"), random);
    }
}
