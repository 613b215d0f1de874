// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.hybrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.Threshold;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HybridTest {

    private final Hybrid hybrid = new Hybrid();

    @Test
    void theFrontAndTheServerAloneRunWithTheSameClients() {
        assertThat(hybrid.cells(ExperimentChoice.all(Pace.GLANCE)))
                .extracting(CellKey::slug)
                .containsExactly(
                        "hybrid-static_headroom_front_200-users",
                        "hybrid-static_headroom_alone_200-users",
                        "hybrid-static_headroom_alone-many_200-users",
                        "hybrid-dynamic_headroom_front_200-users",
                        "hybrid-dynamic_headroom_alone_200-users",
                        "hybrid-dynamic_headroom_alone-many_200-users");
    }

    @Test
    void clientsMemoryAndConnectionsOfTheFrontAreJudged() {
        assertThat(hybrid.thresholds(List.of(cell(Hybrid.FRONT, 0, 64, 11.9))))
                .extracting(Threshold::held)
                .containsExactly(true, true, true);
        assertThat(hybrid.thresholds(List.of(cell(Hybrid.FRONT, 1, 65, 12.1))))
                .extracting(Threshold::held)
                .containsExactly(false, false, false);
        assertThat(hybrid.thresholds(List.of(cell(Hybrid.ALONE, 9, 0, 0)))).isEmpty();
    }

    @Test
    void theServerAloneLosesClientsInThePaper() {
        assertThat(hybrid.claims(List.of(cell(Hybrid.FRONT, 0, 64, 11), cell(Hybrid.ALONE, 900, 0, 0))))
                .extracting(Claim::ours, Claim::verdict)
                .containsExactly(
                        tuple("0 of 2000", ClaimVerdict.REPRODUCED), tuple("900 of 2000", ClaimVerdict.REPRODUCED));
    }

    private static CellResult cell(String variant, double lost, double connections, double kb) {
        Measurement seen = new Measurement(
                Map.of(Hybrid.LOST, lost, Hybrid.NODE_CONNECTIONS, connections, Hybrid.USED, kb),
                Map.of(),
                new Histogram(3),
                List.of(),
                List.of(),
                List.of(),
                Map.of());
        CellKey key = new CellKey(Hybrid.STATIC, "headroom", variant, LoadLevel.users(2000));
        return new CellResult(key, List.of(new CellResult.UnitResult(0, 1, seen)), Published.NOTHING);
    }
}
