// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.jqostd;

import io.evenkeel.lab.experiment.CellIndex;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measured;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.Statement;
import io.evenkeel.lab.experiment.Statement.Quote;
import io.evenkeel.lab.experiment.Threshold;
import io.evenkeel.lab.testbed.RunRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The statements of the first paper's chapter 6, and this project's about its own policy. Stateless. */
final class JqostdClaims {

    /** Share of the hand-weighted throughput that ours must reach without weights. */
    private static final double LEAST_SHARE = 0.98;

    private static final double SLOWDOWN = 1.008;

    private JqostdClaims() {}

    static List<Claim> claims(Jqostd experiment, List<CellResult> results) {
        CellIndex cells = new CellIndex(results);
        List<Statement> statements = new ArrayList<>(sentences());
        for (CellResult result : results) {
            Published paper = experiment.published(result.key());
            if (!paper.isEmpty()) {
                long failures = Math.round(paper.figure(Measurement.FAILURES));
                String says = result.key().text() + (failures == 0 ? " fails nothing" : " fails requests");
                statements.add(new Statement.Fails(
                        new Quote(result.key().scenario() + ": " + says, paper.where()), result.key(), failures));
            }
        }
        return statements.stream()
                .map(statement -> statement.judge(cells))
                .filter(claim -> claim.verdict() != ClaimVerdict.NOT_RUN)
                .toList();
    }

    private static List<Statement> sentences() {
        CellKey httpRandom = key("baseline", "random", Jqostd.HTTP);
        CellKey weighted = key("baseline", Jqostd.WEIGHTED, Jqostd.HTTP);
        CellKey papers = key("baseline", Jqostd.PAPERS, Jqostd.HTTP);
        CellKey leastConnections = key("baseline", "least-connections", Jqostd.HTTP);
        return List.of(
                ranking(),
                throughput(
                        "\"Server health-aware (HTTP) implementations … achieved a reduced throughput\": random",
                        "6.3.4",
                        httpRandom,
                        key("baseline", "random", Jqostd.TCP),
                        790.07 / 848.64),
                throughput(
                        "… round-robin",
                        "6.3.4",
                        key("baseline", "round-robin", Jqostd.HTTP),
                        key("baseline", "round-robin", Jqostd.TCP),
                        783.83 / 852.99),
                throughput(
                        "… static weighted round-robin",
                        "6.3.4",
                        weighted,
                        key("baseline", Jqostd.WEIGHTED, Jqostd.TCP),
                        788.19 / 853.66),
                throughput(
                        "Random's \"performance was indeed comparable to the static Weighted Round-Robin policies\"",
                        "6.3.4",
                        httpRandom,
                        weighted,
                        790.07 / 788.19),
                new Statement.Ratio(
                        new Quote(
                                "\"The jQoStdV1 policy resulted in an average latency … comparable to that of the HTTP Static Weighted Round-Robin policy\"",
                                "6.3.4"),
                        Measurement.MEAN,
                        papers,
                        weighted,
                        26.82 / 26.94),
                throughput(
                        "\"The Least Connections policy performed the best from the set of dynamic server state-aware policies\": against jqostd-v1",
                        "6.3.4",
                        leastConnections,
                        papers,
                        805.35 / 783.26),
                throughput(
                        "\"The F5 Dynamic Ratio policies' performance was comparable with the Weighted Least Connections policy\"",
                        "6.3.4",
                        key("baseline", "dynamic-ratio", Jqostd.HTTP),
                        key("baseline", "weighted-least-connections", Jqostd.HTTP),
                        782.57 / 782.70),
                new Statement.FailsLess(
                        new Quote(
                                "\"The Fastest Response Time policy produced the poorest task assignment decisions\": least-loaded fails less",
                                "6.3.4, table 10"),
                        key("baseline", "least-loaded", Jqostd.HTTP),
                        key("baseline", "fastest-response", Jqostd.HTTP),
                        30 / 241_398.0,
                        1693 / 239_469.0),
                throughput(
                        "Heap: \"The jQoStdV1 policy … performed the best from the set of dynamic policies\": against least-connections",
                        "6.3.5",
                        key("heap", Jqostd.PAPERS, Jqostd.HTTP),
                        key("heap", "least-connections", Jqostd.HTTP),
                        792.74 / 715.46),
                throughput(
                        "… against dynamic-ratio",
                        "6.3.5",
                        key("heap", Jqostd.PAPERS, Jqostd.HTTP),
                        key("heap", "dynamic-ratio", Jqostd.HTTP),
                        792.74 / 609.50),
                new Statement.FailsLess(
                        new Quote(
                                "\"jQoStdV1 … has performed much better than the competing F5 Dynamic Ratio policy\": it fails less with half of everything",
                                "6.4, table 14"),
                        key("all", Jqostd.PAPERS, Jqostd.HTTP),
                        key("all", "dynamic-ratio", Jqostd.HTTP),
                        0,
                        557 / 199_125.0),
                new Statement.Value(
                        new Quote("\"an average slowdown of 1.008\" in all experiments", "6.4"),
                        everyHttpCell(),
                        RunRecorder.SLOWDOWN,
                        SLOWDOWN,
                        0.2));
    }

    private static Statement throughput(
            String sentence, String where, CellKey first, CellKey second, double published) {
        return new Statement.Ratio(new Quote(sentence, where), Measurement.THROUGHPUT, first, second, published);
    }

    private static Statement ranking() {
        return new Statement.RankingStatement(
                new Quote(
                        "The overall ranking: fewest failed requests, then most throughput, over all experiments",
                        "table 15"),
                Ranking.PUBLISHED,
                Ranking::scores);
    }

    private static List<CellKey> everyHttpCell() {
        return new Jqostd()
                .scenarios().stream()
                        .flatMap(scenario -> Ranking.PUBLISHED.stream()
                                .filter(row -> row.endsWith("(" + Jqostd.HTTP + ")"))
                                .map(row -> new CellKey(
                                        scenario.name(),
                                        row.substring(0, row.indexOf(' ')),
                                        Jqostd.HTTP,
                                        LoadLevel.users(Jqostd.USERS))))
                        .toList();
    }

    private static CellKey key(String scenario, String policy, String variant) {
        return new CellKey(Jqostd.ID + "-" + scenario, policy, variant, LoadLevel.users(Jqostd.USERS));
    }

    static List<Threshold> thresholds(List<CellResult> results) {
        CellIndex cells = new CellIndex(results);
        List<Threshold> thresholds = new ArrayList<>();
        for (String scenario : cells.scenarios()) {
            Stream.of(Jqostd.OURS, Jqostd.PAPERS)
                    .flatMap(policy -> cells.find(scenario, policy, Jqostd.HTTP).stream())
                    .forEach(cell -> thresholds.add(new Threshold(
                            scenario,
                            "%s fails no request: %d of %d failed"
                                    .formatted(cell.key().policy(), cell.failures(), cell.requests()),
                            cell.failures() == 0)));
            Optional<CellResult> ours = cells.find(scenario, Jqostd.OURS, Jqostd.HTTP);
            Optional<CellResult> best = cells.find(scenario, Jqostd.WEIGHTED, Jqostd.BEST);
            if (ours.isPresent() && best.isPresent()) {
                ConfidenceInterval share = Measured.ratio(ours.get(), best.get(), Measurement.THROUGHPUT);
                thresholds.add(new Threshold(
                        scenario,
                        String.format(
                                Locale.ROOT,
                                "%s reaches %.2f of the throughput of the best hand-set weights: %.3f",
                                Jqostd.OURS,
                                LEAST_SHARE,
                                share.value()),
                        share.value() >= LEAST_SHARE));
            }
        }
        return thresholds;
    }
}
