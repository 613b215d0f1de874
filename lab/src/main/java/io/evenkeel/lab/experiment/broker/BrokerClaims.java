// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.broker;

import static io.evenkeel.lab.experiment.broker.Broker.LAS;
import static io.evenkeel.lab.experiment.broker.Broker.LU;
import static io.evenkeel.lab.experiment.broker.Broker.RAN;
import static io.evenkeel.lab.experiment.broker.Broker.RR;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Statement.Quote;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.lab.experiment.light.Sentences;
import java.util.List;

/** The statements of the fifth paper's section 5. Its LAS is the variant whose agents know clients by their address. */
final class BrokerClaims {

    private BrokerClaims() {}

    static List<Claim> of(List<CellResult> cells) {
        Sentences ours = new Sentences(cells);
        CellKey rr = unequal(RR);
        CellKey ran = unequal(RAN);
        CellKey las = unequal(LAS);
        CellKey lu = unequal(LU);
        CellKey lasByAddress =
                new CellKey(Broker.UNEQUAL, LAS, Broker.ADDRESS, LoadLevel.users(Broker.clients(Broker.UNEQUAL)));
        return List.of(
                ours.between(
                        new Quote("equal servers are 85 % busy", "section 5"),
                        equal(RR),
                        Period.UTILISATION,
                        0.80,
                        0.90),
                ours.alike(
                        new Quote("equal servers: RR and RAN perform alike", "section 5.1"),
                        Measurement.MEAN,
                        equal(RR),
                        equal(RAN)),
                ours.alike(
                        new Quote("… and LAS performs like RR", "section 6"), Measurement.MEAN, equal(LAS), equal(RR)),
                ours.alike(new Quote("… and so does LU", "section 6"), Measurement.MEAN, equal(LU), equal(RR)),
                ours.less(
                        new Quote("unequal servers: LAS is faster than RR", "figure 5"),
                        Measurement.MEAN,
                        lasByAddress,
                        rr),
                ours.less(new Quote("… and than RAN", "figure 5"), Measurement.MEAN, lasByAddress, ran),
                ours.less(new Quote("LU is faster than RR", "figure 5"), Measurement.MEAN, lu, rr),
                ours.less(new Quote("… and than RAN", "figure 5"), Measurement.MEAN, lu, ran),
                ours.between(
                        new Quote("under RR the fastest server is used under 70 %", "section 5.1"),
                        rr,
                        BrokerCast.USE + "S1",
                        0,
                        0.70),
                ours.between(
                        new Quote("… and the slowest is highly utilised", "section 5.1"),
                        rr,
                        BrokerCast.USE + "S3",
                        0.90,
                        1.0),
                ours.between(
                        new Quote("LU keeps the servers at the same level", "section 5.1"),
                        lu,
                        BrokerCast.SPREAD,
                        0,
                        0.10),
                ours.less(
                        new Quote("LAS is less capable of balancing than LU", "section 5.1"),
                        BrokerCast.SPREAD,
                        lu,
                        lasByAddress),
                ours.between(
                        new Quote("LU gives the fastest server 59 %", "section 5.1"),
                        lu,
                        BrokerCast.SHARE + "S1",
                        0.56,
                        0.62),
                ours.between(
                        new Quote("… and the second 30 %", "section 5.1"), lu, BrokerCast.SHARE + "S2", 0.27, 0.33),
                ours.between(
                        new Quote("LAS gives the fastest server 68.5 %; when agents know clients apart", "section 5.1"),
                        las,
                        BrokerCast.SHARE + "S1",
                        0.65,
                        0.72),
                ours.between(
                        new Quote("… and the second 24.5 %", "section 5.1"), las, BrokerCast.SHARE + "S2", 0.21, 0.28),
                ours.less(
                        new Quote("LAS shifts more to the fastest server than LU", "section 5.1"),
                        BrokerCast.SHARE + "S1",
                        lu,
                        lasByAddress),
                ours.between(
                        new Quote("… and when they know them by address, as the paper's did", "sections 2.2.5 and 5.1"),
                        lasByAddress,
                        BrokerCast.SHARE + "S1",
                        0.65,
                        0.72),
                ours.between(
                        new Quote("… and the second", "sections 2.2.5 and 5.1"),
                        lasByAddress,
                        BrokerCast.SHARE + "S2",
                        0.21,
                        0.28),
                ours.less(
                        new Quote("LAS answers faster than LU at the slowest server", "figure 9"),
                        BrokerCast.MEAN + "S3",
                        lasByAddress,
                        lu));
    }

    private static CellKey equal(String policy) {
        return new CellKey(Broker.EQUAL, policy, Broker.SESSION, LoadLevel.users(Broker.clients(Broker.EQUAL)));
    }

    private static CellKey unequal(String policy) {
        return new CellKey(Broker.UNEQUAL, policy, Broker.SESSION, LoadLevel.users(Broker.clients(Broker.UNEQUAL)));
    }
}
