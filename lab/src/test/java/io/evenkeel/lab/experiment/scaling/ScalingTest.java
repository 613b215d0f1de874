// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.light.PaperTable;
import io.evenkeel.lab.experiment.light.Period;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class ScalingTest {

    private final Scaling scaling = new Scaling();

    @Test
    void everyPublishedCellIsRunInFull() {
        assertThat(scaling.cells(ExperimentChoice.all(Pace.FULL)))
                .containsAll(PaperTable.of(Scaling.class).keys());
    }

    @Test
    void publishedFiguresAreThoseOfTheTables() {
        Published one = scaling.published(cell(Scaling.ONE, "poisson", 90));
        Published two = scaling.published(cell(Scaling.EQUAL, "2-servers", 180));

        assertThat(one.figure(Period.UTILISATION)).isEqualTo(0.8532, within(1e-9));
        assertThat(one.where()).isEqualTo("table 6.1");
        assertThat(two.figure("meanMs")).isEqualTo(31.40, within(1e-9));
        assertThat(two.where()).isEqualTo("table 6.2");
        assertThat(scaling.published(cell(Scaling.EQUAL, "5-servers", 400)).isEmpty())
                .isTrue();
    }

    @Test
    void quickRunsWhatTheClaimsSpeakOf() {
        List<CellKey> quick = scaling.cells(ExperimentChoice.all(Pace.QUICK));

        assertThat(quick).hasSizeLessThan(60).doesNotHaveDuplicates();
        assertThat(scaling.claims(List.of())).extracting(Claim::verdict).containsOnly(ClaimVerdict.NOT_RUN);
        assertThat(scaling.claims(List.of()))
                .extracting(Claim::cell)
                .filteredOn(cell -> cell != null)
                .isSubsetOf(quick);
    }

    @Test
    void aChoiceNarrowsTheCells() {
        ExperimentChoice choice = ExperimentChoice.all(Pace.QUICK).only(List.of("unequal"), List.of("random"));

        assertThat(scaling.cells(choice))
                .isNotEmpty()
                .allMatch(cell ->
                        cell.scenario().equals(Scaling.UNEQUAL) && cell.policy().equals("random"));
    }

    @Test
    void saysWhatItCannotRun() {
        assertThatThrownBy(() -> scaling.cells(ExperimentChoice.all(Pace.QUICK).only(List.of(), List.of("fastest"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fastest")
                .hasMessageContaining("there are: adaptive");
    }

    @Test
    void overloadedServersHaveNoTimeInTheory() {
        Measurement measured = new Measurement(
                Measurement.figures(9, 0, 8, new Histogram(3)),
                Map.of(),
                new Histogram(3),
                List.of(),
                List.of(),
                List.of(),
                Map.of());

        Map<String, Double> figures = Theory.figures(cell(Scaling.EQUAL, "2-servers", 180), measured, 2, 0.05);

        assertThat(figures)
                .containsEntry(Scaling.RATE, 180.0)
                .containsEntry(Scaling.MM1, Double.NaN)
                .containsEntry(Scaling.MMK, Double.NaN)
                .containsEntry(Scaling.EKD1, Double.NaN);
    }

    private static CellKey cell(String scenario, String variant, double rate) {
        return new CellKey(scenario, "round-robin", variant, LoadLevel.perSecond(rate));
    }
}
