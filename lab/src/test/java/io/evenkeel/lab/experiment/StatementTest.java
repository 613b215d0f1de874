// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.experiment.Statement.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementTest {

    private static final Quote QUOTE = new Quote("says", "table 1");
    private static final CellKey A = new CellKey("s", "a", "", LoadLevel.users(30));
    private static final CellKey B = new CellKey("s", "b", "", LoadLevel.users(30));

    /** A cell with a run for each throughput. */
    private static CellResult cell(CellKey key, long requests, long failures, double... throughputs) {
        List<CellResult.UnitResult> units = new ArrayList<>();
        for (int i = 0; i < throughputs.length; i++) {
            Map<String, Double> figures = Measurement.figures(requests, failures, throughputs[i], new Histogram(3));
            units.add(new CellResult.UnitResult(
                    i,
                    i,
                    new Measurement(figures, Map.of(), new Histogram(3), List.of(), List.of(), List.of(), Map.of())));
        }
        return new CellResult(key, units, Published.NOTHING);
    }

    private static ClaimVerdict judge(Statement statement, CellResult... cells) {
        return statement.judge(new CellIndex(List.of(cells))).verdict();
    }

    @ParameterizedTest
    @CsvSource({
        // published, ours, of requests
        "0,    0,   1000, REPRODUCED",
        "0,    2,   1000, REPRODUCED",
        "0,    3, 100000, SAME_DIRECTION",
        "0,    3,   1000, NOT_REPRODUCED",
        "517, 30,   1000, REPRODUCED",
        "517,  1,   1000, SAME_DIRECTION",
        "517,  0,   1000, NOT_REPRODUCED"
    })
    void failuresAgreeOrNot(long published, long ours, long requests, ClaimVerdict verdict) {
        assertThat(judge(new Statement.Fails(QUOTE, A, published), cell(A, requests, ours, 1)))
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        // published ratio, throughput of a and of b
        "1.10, 110, 100, REPRODUCED",
        "1.10, 118, 100, REPRODUCED",
        "1.10, 160, 100, SAME_DIRECTION",
        "1.10, 100, 100, REPRODUCED",
        "1.10,  96, 100, NOT_REPRODUCED",
        "1.50, 100, 100, NOT_REPRODUCED",
        "1.00, 102, 100, REPRODUCED",
        "1.00, 130, 100, NOT_REPRODUCED",
        "0.92, 100, 130, SAME_DIRECTION"
    })
    void ratiosAgreeInSizeOrDirection(double published, double a, double b, ClaimVerdict verdict) {
        Statement ratio = new Statement.Ratio(QUOTE, Measurement.THROUGHPUT, A, B, published);
        assertThat(judge(ratio, cell(A, 10, 0, a), cell(B, 10, 0, b))).isEqualTo(verdict);
    }

    @Test
    void aRatioIsTakenRepeatByRepeat() {
        Statement ratio = new Statement.Ratio(QUOTE, Measurement.THROUGHPUT, A, B, 2);
        // The machine was twice as fast the second time; the ratio was not touched by it.
        Claim claim = ratio.judge(new CellIndex(List.of(cell(A, 10, 0, 100, 200), cell(B, 10, 0, 50, 100))));
        assertThat(claim.interval().low()).isEqualTo(2);
        assertThat(claim.interval().high()).isEqualTo(2);
    }

    @Test
    void whatWasNotRunHasNoVerdict() {
        assertThat(judge(new Statement.Ratio(QUOTE, Measurement.THROUGHPUT, A, B, 2), cell(A, 10, 0, 1)))
                .isEqualTo(ClaimVerdict.NOT_RUN);
        assertThat(judge(new Statement.Fails(QUOTE, A, 0))).isEqualTo(ClaimVerdict.NOT_RUN);
    }

    /** A cell without requests, and a figure that was not measured: neither says anything for or against the paper. */
    @Test
    void whatWasNotMeasuredHasNoVerdict() {
        assertThat(judge(new Statement.Fails(QUOTE, A, 0), cell(A, 0, 0, 0))).isEqualTo(ClaimVerdict.NOT_RUN);
        assertThat(judge(new Statement.FailsLess(QUOTE, A, B, 0, 0.01), cell(A, 0, 0, 0), cell(B, 10, 1, 1)))
                .isEqualTo(ClaimVerdict.NOT_RUN);
        // Half of an unknown figure is not "down, as in the paper".
        assertThat(judge(new Statement.Ratio(QUOTE, "unknown", A, B, 0.5), cell(A, 10, 0, 1), cell(B, 10, 0, 1)))
                .isEqualTo(ClaimVerdict.NOT_RUN);
        assertThat(tau(List.of("w", "x", "y"), Double.NaN, 2, 1, 0)).isEqualTo(ClaimVerdict.NOT_RUN);
    }

    /** The second repeat of one cell was lost; its third still counts. */
    @Test
    void anAverageIsOverTheRepeatsThatThereAre() {
        List<CellResult.UnitResult> units =
                new ArrayList<>(cell(A, 10, 0, 10, 20, 30).units());
        units.remove(1);
        CellResult holed = new CellResult(A, units, Published.NOTHING);

        assertThat(Measured.mean(List.of(holed), Measurement.THROUGHPUT).value())
                .isEqualTo(20);
        assertThat(Measured.mean(List.of(holed), Measurement.THROUGHPUT).runs()).isEqualTo(2);
    }

    @Test
    void failingLessNeedsIntervalsThatDoNotTouch() {
        Statement less = new Statement.FailsLess(QUOTE, A, B, 0, 0.01);
        assertThat(judge(less, cell(A, 10_000, 0, 1), cell(B, 10_000, 100, 1))).isEqualTo(ClaimVerdict.REPRODUCED);
        assertThat(judge(less, cell(A, 100, 0, 1), cell(B, 100, 1, 1))).isEqualTo(ClaimVerdict.SAME_DIRECTION);
        assertThat(judge(less, cell(A, 100, 0, 1), cell(B, 100, 0, 1))).isEqualTo(ClaimVerdict.NOT_REPRODUCED);
    }

    @Test
    void rankingsAreComparedByKendallsTau() {
        List<String> order = List.of("w", "x", "y", "z");
        assertThat(tau(order, 4, 3, 2, 1)).isEqualTo(ClaimVerdict.REPRODUCED);
        // one pair of six exchanged: tau 4/6
        assertThat(tau(order, 4, 3, 1, 2)).isEqualTo(ClaimVerdict.SAME_DIRECTION);
        assertThat(tau(order, 1, 2, 3, 4)).isEqualTo(ClaimVerdict.NOT_REPRODUCED);
    }

    private static ClaimVerdict tau(List<String> order, double w, double x, double y, double z) {
        Map<String, Map<Integer, Double>> scores =
                Map.of("w", Map.of(0, w), "x", Map.of(0, x), "y", Map.of(0, y), "z", Map.of(0, z));
        return judge(new Statement.RankingStatement(QUOTE, order, cells -> scores), cell(A, 1, 0, 1));
    }

    /** One lost its second repeat, another its third: only the first and the fourth compare both. */
    @Test
    void aRankingComparesARepeatWithTheSameOfOthers() {
        Map<String, Map<Integer, Double>> scores = Map.of(
                "w", Map.of(0, 3.0, 2, 9.0, 3, 3.0),
                "x", Map.of(0, 2.0, 1, 9.0, 3, 2.0),
                "y", Map.of(0, 1.0, 1, 1.0, 2, 1.0, 3, 1.0));

        ConfidenceInterval tau = Measured.tau(List.of("w", "x", "y"), scores);

        assertThat(tau.runs()).isEqualTo(2);
        assertThat(tau.low()).isEqualTo(1);
    }

    @Test
    void aValueMayBeTheAverageOfSeveralCells() {
        Statement value = new Statement.Value(QUOTE, List.of(A, B), Measurement.THROUGHPUT, 100, 0.5);
        assertThat(judge(value, cell(A, 1, 0, 50), cell(B, 1, 0, 150))).isEqualTo(ClaimVerdict.REPRODUCED);
        assertThat(judge(value, cell(A, 1, 0, 130))).isEqualTo(ClaimVerdict.SAME_DIRECTION);
        assertThat(judge(value, cell(A, 1, 0, 300))).isEqualTo(ClaimVerdict.NOT_REPRODUCED);
    }

    @Test
    void keysNeverShareAFileName() {
        assertThat(A.slug()).isEqualTo("s_a_any_30-users");
        assertThat(new CellKey("s", "a", "tcp", LoadLevel.perSecond(12.5)).slug())
                .isEqualTo("s_a_tcp_12.5-per-second");
    }
}
