// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.scaling;

import static io.evenkeel.lab.experiment.scaling.ScalingCells.ADAPTIVE;
import static io.evenkeel.lab.experiment.scaling.ScalingCells.CONSTANT;
import static io.evenkeel.lab.experiment.scaling.ScalingCells.LC;
import static io.evenkeel.lab.experiment.scaling.ScalingCells.POISSON;
import static io.evenkeel.lab.experiment.scaling.ScalingCells.RR;
import static io.evenkeel.lab.experiment.scaling.ScalingCells.RT;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Statement.Quote;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.lab.experiment.light.Sentences;
import java.util.List;

/** The statements of the second paper, in the order of its chapter 6. */
final class ScalingClaims {

    private static final String MEAN = Measurement.MEAN;

    private ScalingClaims() {}

    static List<Claim> of(List<CellResult> cells) {
        Sentences ours = new Sentences(cells);
        return List.of(
                ours.between(
                        new Quote("one server: 104.13 requests a second, ± 2.16", "section 6.1.1"),
                        new CellKey(Scaling.ONE, RR, ScalingCells.SATURATED, LoadLevel.users(ScalingCast.SATURATING)),
                        Measurement.THROUGHPUT,
                        104.13 - 2.16,
                        104.13 + 2.16),
                ours.between(
                        new Quote("the processor's use grows linearly with the rate: 49.22 % at 50/s", "table 6.1"),
                        one(POISSON, 50),
                        Period.UTILISATION,
                        0.45,
                        0.53),
                ours.between(
                        new Quote(
                                "above 110/s the response time stays between 1200 and 1400 ms: 180/s", "section 6.1.1"),
                        one(POISSON, 180),
                        MEAN,
                        1200,
                        1400),
                ours.less(
                        new Quote(
                                "Poisson arrivals stress a server more than deterministic ones: at 90/s", "figure 6.3"),
                        MEAN,
                        one(CONSTANT, 90),
                        one(POISSON, 90)),
                ours.between(
                        new Quote("two servers at 100/s: 12.49 ms", "table 6.2"), equal(RR, 2, 100), MEAN, 11.2, 13.8),
                ours.between(
                        new Quote("two servers at 150/s: 17.64 ms", "table 6.2"), equal(RR, 2, 150), MEAN, 15.9, 19.4),
                ours.between(
                        new Quote("two servers at 180/s: 31.40 ms", "table 6.2"), equal(RR, 2, 180), MEAN, 28.3, 34.5),
                ours.below(
                        new Quote("two servers outperform M/M/2: at 150/s", "figure 6.5"),
                        equal(RR, 2, 150),
                        MEAN,
                        Scaling.MMK),
                ours.below(new Quote("… and M/M/1^2 even more", "figure 6.5"), equal(RR, 2, 150), MEAN, Scaling.MM1),
                ours.below(
                        new Quote("five servers outperform M/M/1^5 below 480/s: at 430/s", "figure 6.5"),
                        equal(RR, 5, 430),
                        MEAN,
                        Scaling.MM1),
                ours.below(
                        new Quote("a real server outperforms M/M/1 as well: 40/s", "figure 6.5"),
                        real(1, 40),
                        MEAN,
                        Scaling.MM1),
                ours.below(new Quote("… and three M/M/1^3: 110/s", "figure 6.5"), real(3, 110), MEAN, Scaling.MM1),
                ours.alike(
                        new Quote(
                                "beyond enough capacity more servers hardly help: 200/s, three against four",
                                "figure 6.6"),
                        MEAN,
                        equal(RR, 3, 200),
                        equal(RR, 4, 200)),
                ours.alike(
                        new Quote("equal servers, low load: the policies are the same; 100/s", "figure 6.8"),
                        MEAN,
                        equal(LC, 5, 100),
                        equal(RR, 5, 100)),
                ours.less(
                        new Quote("… with least connections slightly slower around 260/s", "figure 6.9"),
                        MEAN,
                        equal(RR, 5, 260),
                        equal(LC, 5, 260)),
                ours.less(
                        new Quote("from 400 to 430/s least connections passes round robin", "section 6.1.4"),
                        MEAN,
                        equal(LC, 5, 430),
                        equal(RR, 5, 430)),
                ours.less(
                        new Quote("… and response time", "section 6.1.4"), MEAN, equal(LC, 5, 430), equal(RT, 5, 430)),
                ours.alike(
                        new Quote("response time is no better than round robin under high load", "section 6.1.4"),
                        MEAN,
                        equal(RT, 5, 430),
                        equal(RR, 5, 430)),
                ours.less(
                        new Quote("unequal servers: least connections stays fast the longest; 300/s", "figure 6.10"),
                        MEAN,
                        unequal(LC, 300),
                        unequal(RR, 300)),
                ours.alike(
                        new Quote(
                                "unequal servers: response time and round robin perform equally well", "section 6.1.4"),
                        MEAN,
                        unequal(RT, 300),
                        unequal(RR, 300)),
                ours.less(
                        new Quote("unequal servers, low load: round robin is the fastest; 100/s", "section 7.1"),
                        MEAN,
                        unequal(RR, 100),
                        unequal(LC, 100)),
                ours.alike(
                        new Quote("switching by load should have the better of both: low load", "section 7.1"),
                        MEAN,
                        equal(ADAPTIVE, 5, 100),
                        equal(RR, 5, 100)),
                ours.alike(
                        new Quote("… and high load", "section 7.1"), MEAN, equal(ADAPTIVE, 5, 480), equal(LC, 5, 480)));
    }

    private static CellKey one(String arrivals, double rate) {
        return new CellKey(Scaling.ONE, RR, arrivals, LoadLevel.perSecond(rate));
    }

    private static CellKey equal(String policy, int servers, double rate) {
        return new CellKey(Scaling.EQUAL, policy, ScalingCells.servers(servers), LoadLevel.perSecond(rate));
    }

    private static CellKey real(int servers, double rate) {
        return new CellKey(Scaling.REAL, RR, ScalingCells.servers(servers), LoadLevel.perSecond(rate));
    }

    private static CellKey unequal(String policy, double rate) {
        return new CellKey(Scaling.UNEQUAL, policy, "", LoadLevel.perSecond(rate));
    }
}
