// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.Statement.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class SentencesTest {

    private static final Quote QUOTE = new Quote("it is so", "section 0");
    private static final CellKey A = new CellKey("s", "a", "", LoadLevel.users(1));
    private static final CellKey B = new CellKey("s", "b", "", LoadLevel.users(1));

    @Test
    void aClearDifferenceIsReproduced() {
        assertThat(less(List.of(10.0), List.of(20.0))).isEqualTo(ClaimVerdict.REPRODUCED);
        assertThat(less(List.of(20.0), List.of(10.0))).isEqualTo(ClaimVerdict.NOT_REPRODUCED);
    }

    @Test
    void aDifferenceWithinChanceIsADirectionOnly() {
        assertThat(less(List.of(9.9), List.of(10.0))).isEqualTo(ClaimVerdict.SAME_DIRECTION);
        // Ratios 0.5, 1.1 and 0.8: their interval of three runs holds 1.
        assertThat(less(List.of(5.0, 11.0, 8.0), List.of(10.0, 10.0, 10.0))).isEqualTo(ClaimVerdict.SAME_DIRECTION);
        assertThat(less(List.of(5.0, 5.1, 4.9), List.of(10.0, 10.0, 10.0))).isEqualTo(ClaimVerdict.REPRODUCED);
    }

    @Test
    void alikeMeansWithinATenth() {
        assertThat(alike(10, 10.5)).isEqualTo(ClaimVerdict.REPRODUCED);
        assertThat(alike(10.5, 10)).isEqualTo(ClaimVerdict.REPRODUCED);
        assertThat(alike(10, 12.5)).isEqualTo(ClaimVerdict.SAME_DIRECTION);
        assertThat(alike(10, 20)).isEqualTo(ClaimVerdict.NOT_REPRODUCED);
    }

    @Test
    void aValueNearTheRangeIsADirection() {
        assertThat(between(15)).isEqualTo(ClaimVerdict.REPRODUCED);
        assertThat(between(25)).isEqualTo(ClaimVerdict.SAME_DIRECTION);
        assertThat(between(31)).isEqualTo(ClaimVerdict.NOT_REPRODUCED);
    }

    @Test
    void aDifferenceIsWithinItsBound() {
        Sentences ours = new Sentences(List.of(cell(A, List.of(0.05)), cell(B, List.of(0.02))));

        assertThat(ours.within(QUOTE, "meanMs", A, B, 0.04).verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
        assertThat(ours.within(QUOTE, "meanMs", B, A, 0.02).verdict()).isEqualTo(ClaimVerdict.SAME_DIRECTION);
        assertThat(ours.within(QUOTE, "meanMs", A, B, 0.01).verdict()).isEqualTo(ClaimVerdict.NOT_REPRODUCED);
    }

    @Test
    void whatWasNotRunIsNotJudged() {
        Sentences none = new Sentences(List.of());

        assertThat(none.less(QUOTE, "meanMs", A, B).verdict()).isEqualTo(ClaimVerdict.NOT_RUN);
        assertThat(none.alike(QUOTE, "meanMs", A, B).verdict()).isEqualTo(ClaimVerdict.NOT_RUN);
        assertThat(none.within(QUOTE, "meanMs", A, B, 1).verdict()).isEqualTo(ClaimVerdict.NOT_RUN);
        assertThat(none.between(QUOTE, A, "meanMs", 1, 2).verdict()).isEqualTo(ClaimVerdict.NOT_RUN);
        assertThat(none.below(QUOTE, A, "meanMs", "p99Ms").verdict()).isEqualTo(ClaimVerdict.NOT_RUN);
    }

    @Test
    void whatWasNotMeasuredIsNotJudged() {
        Sentences ours = new Sentences(List.of(cell(A, List.of(10.0)), cell(B, List.of(20.0))));

        assertThat(ours.less(QUOTE, "unknown", A, B).verdict()).isEqualTo(ClaimVerdict.NOT_RUN);
        assertThat(ours.within(QUOTE, "unknown", A, B, 1).verdict()).isEqualTo(ClaimVerdict.NOT_RUN);
        assertThat(ours.between(QUOTE, A, "unknown", 1, 2).verdict()).isEqualTo(ClaimVerdict.NOT_RUN);
        assertThat(ours.below(QUOTE, A, "meanMs", "unknown").verdict()).isEqualTo(ClaimVerdict.NOT_RUN);
    }

    private static ClaimVerdict less(List<Double> less, List<Double> more) {
        return new Sentences(List.of(cell(A, less), cell(B, more)))
                .less(QUOTE, "meanMs", A, B)
                .verdict();
    }

    private static ClaimVerdict alike(double one, double other) {
        return new Sentences(List.of(cell(A, List.of(one)), cell(B, List.of(other))))
                .alike(QUOTE, "meanMs", A, B)
                .verdict();
    }

    private static ClaimVerdict between(double value) {
        return new Sentences(List.of(cell(A, List.of(value))))
                .between(QUOTE, A, "meanMs", 10, 20)
                .verdict();
    }

    private static CellResult cell(CellKey key, List<Double> means) {
        List<CellResult.UnitResult> units = new ArrayList<>();
        for (double mean : means) {
            Measurement measured = new Measurement(
                    Map.of("meanMs", mean), Map.of(), new Histogram(3), List.of(), List.of(), List.of(), Map.of());
            units.add(new CellResult.UnitResult(units.size(), units.size(), measured));
        }
        return new CellResult(key, units, Published.NOTHING);
    }
}
