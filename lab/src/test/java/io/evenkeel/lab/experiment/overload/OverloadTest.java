// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.SessionColumns;
import io.evenkeel.lab.experiment.Threshold;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OverloadTest {

    private final Overload overload = new Overload();

    @Test
    void everyPartIsAConfigurationThatTheDispatcherReads() throws Exception {
        for (OverloadPart part : OverloadPart.ALL) {
            String text = OverloadFront.configuration(part, "headroom", Map.of("vcn1", 18080, "vcn2", 18081), 12, null);
            assertThat(SettingsFile.of(text, "lab.yaml")).as(part.name()).isNotNull();
        }
    }

    @Test
    void everyPartRunsAtEveryLoadPlainAndSecure() {
        assertThat(overload.cells(ExperimentChoice.all(Pace.QUICK)))
                .hasSize(2 * 5 * OverloadPart.ALL.size())
                .extracting(CellKey::slug)
                .doesNotHaveDuplicates()
                .contains("overload-tls_headroom_haproxy_300-of-capacity");
    }

    @Test
    void goodputAtTwiceTheCapacityIsJudgedByTheGreatest() {
        List<CellResult> fine = List.of(
                cell(Overload.PLAIN, 80, 8, 100, 0),
                cell(Overload.PLAIN, 100, 10, 150, 0),
                cell(Overload.PLAIN, 200, 9.6, 190, 0));
        assertThat(overload.thresholds(fine)).extracting(Threshold::held).containsExactly(true, true, true);
        assertThat(overload.claims(fine)).extracting(Claim::verdict).containsOnly(ClaimVerdict.REPRODUCED);

        List<CellResult> bad = List.of(
                cell(Overload.PLAIN, 80, 8, 100, 0),
                cell(Overload.PLAIN, 100, 10, 150, 0),
                cell(Overload.PLAIN, 200, 3, 900, 4));
        assertThat(overload.thresholds(bad)).extracting(Threshold::held).containsExactly(false, false, false);
        assertThat(overload.claims(bad)).extracting(Claim::verdict).containsOnly(ClaimVerdict.NOT_REPRODUCED);
    }

    @Test
    void secureSessionsAreJudgedByPlainOnes() {
        List<CellResult> cells = List.of(cell(Overload.PLAIN, 100, 10, 150, 0), cell(Overload.SECURE, 100, 8, 150, 0));
        assertThat(overload.claims(cells))
                .extracting(Claim::ours, Claim::verdict)
                .containsExactly(tuple("0.80 times", ClaimVerdict.SAME_DIRECTION));
    }

    private static CellResult cell(String scenario, double load, double sessions, double p99, double lost) {
        Measurement seen = new Measurement(
                Map.of(
                        Measurement.REQUESTS,
                        100.0,
                        Measurement.P99,
                        p99,
                        SessionColumns.PER_SECOND,
                        sessions,
                        Overload.LOST,
                        lost,
                        Overload.TIME_OUTS,
                        lost),
                Map.of(),
                new Histogram(3),
                List.of(),
                List.of(),
                List.of(),
                Map.of());
        CellKey key = new CellKey(scenario, "headroom", "codel", new LoadLevel(load, Overload.OF_CAPACITY));
        return new CellResult(key, List.of(new CellResult.UnitResult(0, 1, seen)), Published.NOTHING);
    }
}
