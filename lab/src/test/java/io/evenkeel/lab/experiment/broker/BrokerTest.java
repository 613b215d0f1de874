// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.light.PaperTable;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BrokerTest {

    private final Broker broker = new Broker();

    @Test
    void theCellsAreThePublishedOnes() {
        assertThat(broker.cells(ExperimentChoice.all(Pace.FULL)))
                .hasSize(9)
                .containsExactlyInAnyOrderElementsOf(PaperTable.of(Broker.class).keys());
    }

    @Test
    void publishedSharesAddUp() {
        Published las = broker.published(
                new CellKey(Broker.UNEQUAL, "least-active-sessions", Broker.SESSION, LoadLevel.users(1650)));

        double sum = las.figure("shareOfS1") + las.figure("shareOfS2") + las.figure("shareOfS3");
        assertThat(sum).isEqualTo(1, within(1e-9));
        assertThat(las.figure("shareOfS1")).isEqualTo(0.685, within(1e-9));
    }

    @Test
    void claimsSpeakOfTheCells() {
        List<Claim> claims = broker.claims(List.of());

        assertThat(claims).extracting(Claim::verdict).containsOnly(ClaimVerdict.NOT_RUN);
        assertThat(claims)
                .extracting(Claim::cell)
                .filteredOn(cell -> cell != null)
                .isSubsetOf(broker.cells(ExperimentChoice.all(Pace.QUICK)));
    }
}
