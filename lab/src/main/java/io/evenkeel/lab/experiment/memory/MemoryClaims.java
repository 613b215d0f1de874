// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import io.evenkeel.lab.experiment.CellIndex;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measured;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Statement;
import io.evenkeel.lab.experiment.Statement.Quote;
import io.evenkeel.lab.experiment.Threshold;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The sentences of paper 3, 5.5, and this project's goal. Stateless. */
final class MemoryClaims {

    /** The paper's machine with 4 GB had a cache of 3.4 GB for 17 to 37 GB of files: about an eighth. */
    static final double EIGHTH = 12.5;

    private static final double QUARTER = 25;
    private static final double HALF = 50;
    private static final double WHOLE = 100;

    /** Half of the last digit that the goal's sentence shows. */
    private static final double ROUNDING = 0.0005;

    /** Figure 5.12: the cache grows by 18 % for 11 % of the processors, and by 120 % for 26 %. */
    private static final double LEAST_GROWTH = 0.18;

    private static final double LEAST_COST = 0.11;
    private static final double MOST_GROWTH = 1.2;
    private static final double MOST_COST = 0.26;

    private MemoryClaims() {}

    /** The results of a scenario with one policy. */
    private record Scene(CellIndex cells, String scenario, String policy) {

        CellKey key(String variant, double load) {
            return new CellKey(scenario, policy, variant, new LoadLevel(load, MemoryExperiment.OF_SET));
        }

        Optional<CellResult> at(String variant, double load) {
            return cells.find(key(variant, load));
        }

        Quote quote(String sentence, String where) {
            return new Quote(scenario + ": " + sentence, where);
        }
    }

    private static Stream<Scene> scenes(List<CellResult> results) {
        CellIndex cells = new CellIndex(results);
        return results.stream()
                .map(cell -> new Scene(cells, cell.key().scenario(), cell.key().policy()))
                .distinct();
    }

    static List<Claim> judge(List<CellResult> results) {
        return scenes(results).flatMap(scene -> judge(scene).stream()).toList();
    }

    private static List<Claim> judge(Scene scene) {
        CellKey plain = scene.key(PackingVariant.PLAIN, EIGHTH);
        CellKey packed = scene.key(PackingVariant.MOST, EIGHTH);
        List<Statement> statements = List.of(
                new Statement.Ratio(
                        scene.quote("packing most of a memory that is too small gives 30 % more throughput", "5.7"),
                        Measurement.THROUGHPUT,
                        packed,
                        plain,
                        1.3),
                new Statement.Ratio(
                        scene.quote("it takes away 70 % of the disk accesses, here of the misses", "5.7"),
                        MemoryExperiment.MISSES,
                        packed,
                        plain,
                        0.3),
                new Statement.RankingStatement(
                        scene.quote("the throughput grows with the part of the memory that is packed", "figure 5.8"),
                        List.of(PackingVariant.MOST, PackingVariant.HALF, PackingVariant.QUARTER, PackingVariant.PLAIN),
                        cells -> throughput(scene)),
                new Statement.Value(
                        scene.quote("content takes 0.41 of its bytes when it is packed", "5.5.2"),
                        List.of(packed),
                        MemoryExperiment.FACTOR,
                        0.41,
                        0.5),
                new Statement.Value(
                        scene.quote("packing takes twice as long as unpacking", "5.5.3"),
                        List.of(packed),
                        MemoryExperiment.PACK_BY_UNPACK,
                        2,
                        0.5),
                new Statement.Value(
                        scene.quote("with 70 % packed, 0.4 of the look-ups find a packed page", "5.5.3"),
                        List.of(packed),
                        MemoryExperiment.PACKED_HITS,
                        0.4,
                        0.5));
        List<Claim> claims = new ArrayList<>();
        statements.forEach(statement -> claims.add(statement.judge(scene.cells())));
        between(scene).ifPresent(claims::add);
        cost(scene).ifPresent(claims::add);
        return claims;
    }

    private static Map<String, Map<Integer, Double>> throughput(Scene scene) {
        Map<String, Map<Integer, Double>> scores = new LinkedHashMap<>();
        for (String variant : PackingVariant.names()) {
            scene.at(variant, EIGHTH).ifPresent(cell -> {
                Map<Integer, Double> own = new LinkedHashMap<>();
                cell.units()
                        .forEach(unit ->
                                own.put(unit.repeat(), unit.measurement().figure(Measurement.THROUGHPUT)));
                scores.put(variant, own);
            });
        }
        return scores;
    }

    /** Figure 5.4: 4 GB packed serve more than 4 GB, and less than 8 GB. */
    private static Optional<Claim> between(Scene scene) {
        Optional<CellResult> small = scene.at(PackingVariant.PLAIN, EIGHTH);
        Optional<CellResult> packed = scene.at(PackingVariant.MOST, EIGHTH);
        Optional<CellResult> twice = scene.at(PackingVariant.PLAIN, QUARTER);
        if (small.isEmpty() || packed.isEmpty() || twice.isEmpty()) {
            return Optional.empty();
        }
        ConfidenceInterval gain = Measured.ratio(packed.get(), small.get(), Measurement.THROUGHPUT);
        ConfidenceInterval rest = Measured.ratio(packed.get(), twice.get(), Measurement.THROUGHPUT);
        Quote quote =
                scene.quote("a packed memory serves more than a plain one, and less than twice of it", "figure 5.4");
        boolean more = gain.value() > 1;
        ClaimVerdict verdict = more && rest.value() < 1
                ? ClaimVerdict.REPRODUCED
                : more ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
        return Optional.of(new Claim(
                packed.get().key(),
                quote.sentence(),
                quote.where(),
                "in between",
                String.format(
                        Locale.ROOT, "%.2f times the plain one, %.2f times twice of it", gain.value(), rest.value()),
                gain,
                Double.isNaN(gain.value() + rest.value()) ? ClaimVerdict.NOT_RUN : verdict));
    }

    /** Figure 5.12: what the processors pay for a larger cache. */
    private static Optional<Claim> cost(Scene scene) {
        Optional<CellResult> some = scene.at(PackingVariant.QUARTER, EIGHTH);
        Optional<CellResult> most = scene.at(PackingVariant.MOST, EIGHTH);
        if (some.isEmpty() || most.isEmpty()) {
            return Optional.empty();
        }
        double growth = most.get().mean(MemoryExperiment.GROWTH).value();
        ConfidenceInterval ours = most.get().mean(MemoryExperiment.PACKING_SHARE);
        double published = paperCost(growth);
        boolean same = ours.supports(published) || Math.abs(ours.value() / published - 1) <= Statement.SAME_SIZE;
        boolean grows =
                ours.value() > some.get().mean(MemoryExperiment.PACKING_SHARE).value();
        ClaimVerdict verdict =
                same ? ClaimVerdict.REPRODUCED : grows ? ClaimVerdict.SAME_DIRECTION : ClaimVerdict.NOT_REPRODUCED;
        Quote quote = scene.quote(
                "packing and unpacking take 11 to 26 % of the processors, in proportion to the growth of the cache",
                "figure 5.12");
        return Optional.of(new Claim(
                most.get().key(),
                quote.sentence(),
                quote.where(),
                String.format(Locale.ROOT, "%.0f %% for %.0f %% more", published * 100, growth * 100),
                String.format(Locale.ROOT, "%.1f %%", ours.value() * 100),
                ours,
                Double.isNaN(ours.value()) ? ClaimVerdict.NOT_RUN : verdict));
    }

    /** The paper's share of the processors for a growth of the cache, on the line through its two ends. */
    static double paperCost(double growth) {
        double slope = (MOST_COST - LEAST_COST) / (MOST_GROWTH - LEAST_GROWTH);
        return LEAST_COST + slope * (growth - LEAST_GROWTH);
    }

    /** In half the memory the learned share finds as much as plain caching in all of it. */
    static List<Threshold> thresholds(List<CellResult> results) {
        return scenes(results).flatMap(scene -> goal(scene).stream()).toList();
    }

    private static Optional<Threshold> goal(Scene scene) {
        return scene.at(PackingVariant.LEARNED, HALF)
                .flatMap(half -> scene.at(PackingVariant.PLAIN, WHOLE).map(whole -> goal(scene, half, whole)));
    }

    private static Threshold goal(Scene scene, CellResult half, CellResult whole) {
        ConfidenceInterval ours = half.mean(MemoryExperiment.HITS);
        ConfidenceInterval plain = whole.mean(MemoryExperiment.HITS);
        return new Threshold(
                scene.scenario(),
                "the learned share finds in half the memory at least what plain caching finds in all of it: "
                        + share(ours) + " against " + share(plain),
                ours.value() >= plain.value() - ROUNDING);
    }

    private static String share(ConfidenceInterval share) {
        return share.isKnown()
                ? String.format(
                        Locale.ROOT,
                        "%.1f %% (%.1f to %.1f)",
                        share.value() * 100,
                        share.low() * 100,
                        share.high() * 100)
                : String.format(Locale.ROOT, "%.1f %%", share.value() * 100);
    }
}
