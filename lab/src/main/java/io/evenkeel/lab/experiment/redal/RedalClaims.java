// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.redal;

import static io.evenkeel.lab.experiment.redal.RedalCells.ALPHA_5;
import static io.evenkeel.lab.experiment.redal.RedalCells.ALPHA_9;
import static io.evenkeel.lab.experiment.redal.RedalCells.HJ;
import static io.evenkeel.lab.experiment.redal.RedalCells.REDAL;
import static io.evenkeel.lab.experiment.redal.RedalCells.REQUEST;
import static io.evenkeel.lab.experiment.redal.RedalCells.RR;
import static io.evenkeel.lab.experiment.redal.RedalCells.SESSION;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Statement.Quote;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.lab.experiment.light.Sentences;
import java.util.List;

/** The statements of the fourth paper's section 3. */
final class RedalClaims {

    private static final String PER_SERVER = Period.PER_SERVER;

    /** 2 % of a processor. */
    private static final double MOST_CPU = 0.02;

    private RedalClaims() {}

    static List<Claim> of(List<CellResult> cells) {
        Sentences ours = new Sentences(cells);
        return List.of(
                ours.less(
                        new Quote("round robin peaks below HJ, 32 against 42 a second and server", "section 3.2"),
                        PER_SERVER,
                        ten(RR, SESSION, 80),
                        ten(HJ, REQUEST, 80)),
                ours.less(
                        new Quote("round robin peaks at 60 sessions: fewer answers at 100", "figure 7"),
                        PER_SERVER,
                        ten(RR, SESSION, 100),
                        ten(RR, SESSION, 60)),
                ours.between(
                        new Quote("HJ at 80 sessions: 42 a second and server", "section 3.2"),
                        ten(HJ, REQUEST, 80),
                        PER_SERVER,
                        38,
                        46),
                ours.between(
                        new Quote("HJ at 80 sessions: 503 ms", "section 3.3"),
                        ten(HJ, REQUEST, 80),
                        Measurement.MEAN,
                        450,
                        560),
                ours.between(
                        new Quote("round robin at 60 sessions: 418 ms", "section 3.3"),
                        ten(RR, SESSION, 60),
                        Measurement.MEAN,
                        375,
                        460),
                ours.less(
                        new Quote(
                                "the busiest server has more to do under round robin than under HJ: 60 sessions",
                                "figure 10"),
                        RedalCast.HIGHEST,
                        ten(HJ, REQUEST, 60),
                        ten(RR, SESSION, 60)),
                ours.between(
                        new Quote("ReDAL, alpha 0.9, at 80 sessions: 57 a second and server", "section 3.2"),
                        ten(REDAL, ALPHA_9, 80),
                        PER_SERVER,
                        51,
                        63),
                ours.less(
                        new Quote("alpha 0.5 stays below alpha 0.9, 50 against 57", "section 3.2"),
                        PER_SERVER,
                        ten(REDAL, ALPHA_5, 80),
                        ten(REDAL, ALPHA_9, 80)),
                ours.less(
                        new Quote("HJ stays below alpha 0.5, 42 against 50", "section 3.2"),
                        PER_SERVER,
                        ten(HJ, REQUEST, 80),
                        ten(REDAL, ALPHA_5, 80)),
                ours.less(
                        new Quote("ReDAL answers faster than HJ, 320 against 503 ms", "section 3.3"),
                        Measurement.MEAN,
                        ten(REDAL, ALPHA_9, 80),
                        ten(HJ, REQUEST, 80)),
                ours.less(
                        new Quote("ReDAL has more throughput than round robin, by nearly 80 %", "section 3.2"),
                        PER_SERVER,
                        ten(RR, SESSION, 80),
                        ten(REDAL, ALPHA_9, 80)),
                ours.less(
                        new Quote(
                                "the web server's CPU grows with the sessions: 5 against 100, round robin",
                                "section 3.4"),
                        Period.DISPATCHER_CPU,
                        ten(RR, REQUEST, 5),
                        ten(RR, REQUEST, 100)),
                ours.less(
                        new Quote(
                                "HJ costs slightly more than round robin, 11.3 against 10.5 %, per request",
                                "section 3.4"),
                        Period.DISPATCHER_CPU_US,
                        ten(RR, REQUEST, 100),
                        ten(HJ, REQUEST, 100)),
                ours.within(
                        new Quote(
                                "twenty servers cost the web server less than 2 points more CPU than ten",
                                "section 3.6"),
                        Period.DISPATCHER_CPU,
                        new CellKey(Redal.TWENTY, HJ, REQUEST, LoadLevel.sessions(20)),
                        ten(HJ, REQUEST, 40),
                        MOST_CPU),
                ours.within(
                        new Quote("… and five hardly less", "section 3.6"),
                        Period.DISPATCHER_CPU,
                        new CellKey(Redal.FIVE, HJ, REQUEST, LoadLevel.sessions(80)),
                        ten(HJ, REQUEST, 40),
                        MOST_CPU));
    }

    private static CellKey ten(String policy, String variant, int sessions) {
        return new CellKey(Redal.TEN, policy, variant, LoadLevel.sessions(sessions));
    }
}
