// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.hybrid;

import io.evenkeel.lab.experiment.CellIndex;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.SessionColumns;
import io.evenkeel.lab.experiment.Statement;
import io.evenkeel.lab.experiment.Statement.Quote;
import io.evenkeel.lab.experiment.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The sentences of paper 3, 4.1.6, and this project's goals. Stateless. */
final class HybridClaims {

    private static final double MOST_KB = 12;

    /** The fewest clients with which the memory of one can be told from that of everything else. */
    private static final int FEWEST_CLIENTS = 1000;

    private HybridClaims() {}

    static List<Claim> judge(List<CellResult> results) {
        CellIndex cells = new CellIndex(results);
        List<Claim> claims = new ArrayList<>();
        for (CellResult front : fronts(results)) {
            CellKey key = front.key();
            claims.add(lost(
                    front, "The hybrid server closes no connection of a client that is inactive (zero errors)", true));
            cells.find(sibling(key, Hybrid.ALONE))
                    .ifPresent(alone -> claims.add(lost(
                            alone, "The multi-threaded server closes many connections of inactive clients", false)));
            if (cells.find(sibling(key, Hybrid.ALONE_MANY)).isEmpty()) {
                continue;
            }
            CellKey many = sibling(key, Hybrid.ALONE_MANY);
            if (key.scenario().equals(Hybrid.STATIC)) {
                claims.add(ratio(
                        "10 threads of the hybrid server answer as many requests as 500 of the multi-threaded one",
                        "figure 4.1",
                        Measurement.THROUGHPUT,
                        key,
                        many,
                        1,
                        cells));
                claims.add(ratio(
                        "Beyond saturation the hybrid server's mean response time is half the other's, 150 to 300 ms",
                        "figure 4.2",
                        Measurement.MEAN,
                        key,
                        many,
                        0.5,
                        cells));
            } else {
                claims.add(moreSessions(front, cells.find(many).orElseThrow()));
            }
        }
        return claims;
    }

    private static Claim ratio(
            String sentence,
            String where,
            String figure,
            CellKey first,
            CellKey second,
            double paper,
            CellIndex cells) {
        return new Statement.Ratio(new Quote(sentence, where), figure, first, second, paper).judge(cells);
    }

    private static Claim lost(CellResult cell, String sentence, boolean none) {
        ConfidenceInterval lost = cell.mean(Hybrid.LOST);
        boolean holds = none == (lost.value() == 0);
        return new Claim(
                cell.key(),
                sentence,
                "figure 4.3",
                none ? "none" : "many",
                String.format(
                        Locale.ROOT,
                        "%.0f of %.0f",
                        lost.value(),
                        cell.key().load().amount()),
                lost,
                Double.isNaN(lost.value())
                        ? ClaimVerdict.NOT_RUN
                        : holds ? ClaimVerdict.REPRODUCED : ClaimVerdict.NOT_REPRODUCED);
    }

    private static Claim moreSessions(CellResult front, CellResult alone) {
        ConfidenceInterval ours = front.mean(SessionColumns.PER_SECOND);
        ConfidenceInterval theirs = alone.mean(SessionColumns.PER_SECOND);
        return new Claim(
                front.key(),
                "The hybrid server completes substantially more sessions a second than the multi-threaded one",
                "figure 4.5",
                "more",
                String.format(Locale.ROOT, "%.2f and %.2f a second", ours.value(), theirs.value()),
                ours,
                ours.value() > theirs.value()
                        ? !ours.isKnown() || ours.low() > theirs.high()
                                ? ClaimVerdict.REPRODUCED
                                : ClaimVerdict.SAME_DIRECTION
                        : ClaimVerdict.NOT_REPRODUCED);
    }

    static List<Threshold> thresholds(List<CellResult> results) {
        List<Threshold> thresholds = new ArrayList<>();
        for (CellResult front : fronts(results)) {
            String load = front.key().load().text();
            double lost = front.mean(Hybrid.LOST).value();
            thresholds.add(new Threshold(
                    front.key().scenario(),
                    String.format(Locale.ROOT, "no idle client is lost with %s: %.0f", load, lost),
                    lost == 0));
            double connections = front.mean(Hybrid.NODE_CONNECTIONS).value();
            thresholds.add(new Threshold(
                    front.key().scenario(),
                    String.format(
                            Locale.ROOT,
                            "at most %d connections to the server with %s: %.0f",
                            Hybrid.CONNECTIONS,
                            load,
                            connections),
                    connections <= Hybrid.CONNECTIONS));
            if (front.key().load().amount() >= FEWEST_CLIENTS) {
                double kb = front.mean(Hybrid.USED).value();
                thresholds.add(new Threshold(
                        front.key().scenario(),
                        String.format(
                                Locale.ROOT, "at most %.0f kB for each idle client with %s: %.1f", MOST_KB, load, kb),
                        kb <= MOST_KB));
            }
        }
        return thresholds;
    }

    private static List<CellResult> fronts(List<CellResult> results) {
        return results.stream()
                .filter(cell -> cell.key().variant().equals(Hybrid.FRONT))
                .toList();
    }

    private static CellKey sibling(CellKey key, String variant) {
        return new CellKey(key.scenario(), key.policy(), variant, key.load());
    }
}
