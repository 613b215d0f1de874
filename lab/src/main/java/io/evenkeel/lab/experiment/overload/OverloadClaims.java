// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.overload;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.experiment.Measured;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.SessionColumns;
import io.evenkeel.lab.experiment.Threshold;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The sentences of paper 3, 4.2.4, for every front, and this project's goals at twice the capacity. Stateless. */
final class OverloadClaims {

    private static final double TWICE = 200;
    private static final double MODERATE = 80;

    /** Goodput at twice the capacity, of the greatest. */
    private static final double LEAST_GOODPUT = 0.95;

    /** p99 of answers at twice the capacity, of that at a moderate load. */
    private static final double MOST_P99 = 2;

    /** The paper's factor between plain and secure sessions with the hybrid server. */
    private static final double SECURE_SHARE = 0.5;

    private static final double STAYS = 0.9;

    private OverloadClaims() {}

    /** One curve: a front and a policy in a scenario, by load. */
    private record Curve(String scenario, String policy, String variant) {

        String name() {
            return variant + " (" + policy + ")";
        }

        List<CellResult> in(List<CellResult> cells) {
            return cells.stream()
                    .filter(cell -> cell.key().scenario().equals(scenario)
                            && cell.key().policy().equals(policy)
                            && cell.key().variant().equals(variant))
                    .sorted(Comparator.comparingDouble(cell -> cell.key().load().amount()))
                    .toList();
        }

        Optional<CellResult> at(List<CellResult> cells, double load) {
            return in(cells).stream()
                    .filter(cell -> cell.key().load().amount() == load)
                    .findFirst();
        }

        Optional<CellResult> peak(List<CellResult> cells) {
            return in(cells).stream()
                    .max(Comparator.comparingDouble(
                            cell -> cell.mean(SessionColumns.PER_SECOND).value()));
        }
    }

    private static Set<Curve> curves(List<CellResult> cells) {
        Set<Curve> curves = new LinkedHashSet<>();
        for (CellResult cell : cells) {
            CellKey key = cell.key();
            curves.add(new Curve(key.scenario(), key.policy(), key.variant()));
        }
        return curves;
    }

    static List<Claim> judge(List<CellResult> cells) {
        List<Claim> claims = new ArrayList<>();
        for (Curve curve : curves(cells)) {
            Optional<CellResult> twice = curve.at(cells, TWICE);
            Optional<CellResult> peak = curve.peak(cells);
            if (twice.isPresent() && peak.isPresent()) {
                claims.add(goodput(curve, twice.get(), peak.get()));
                claims.add(timeOuts(curve, twice.get()));
            }
            if (curve.scenario().equals(Overload.SECURE) && peak.isPresent()) {
                new Curve(Overload.PLAIN, curve.policy(), curve.variant())
                        .peak(cells)
                        .ifPresent(plain -> claims.add(secure(curve, peak.get(), plain)));
            }
        }
        return claims;
    }

    private static Claim goodput(Curve curve, CellResult twice, CellResult peak) {
        ConfidenceInterval share = Measured.ratio(twice, peak, SessionColumns.PER_SECOND);
        return claim(
                twice,
                curve.name()
                        + ": beyond saturation the hybrid server's rate of completed sessions stays almost constant",
                "figure 4.8",
                "constant",
                String.format(Locale.ROOT, "%.0f %% of the greatest rate at twice the capacity", share.value() * 100),
                share,
                Double.isNaN(share.value())
                        ? ClaimVerdict.NOT_RUN
                        : share.value() >= STAYS ? ClaimVerdict.REPRODUCED : ClaimVerdict.NOT_REPRODUCED);
    }

    private static Claim timeOuts(Curve curve, CellResult twice) {
        long count = twice.sum(Overload.TIME_OUTS);
        return claim(
                twice,
                curve.name() + ": the hybrid server, which has an overload control, lets no client time out",
                "figure 4.11",
                "none",
                count + " of " + twice.requests() + " requests at twice the capacity",
                ConfidenceInterval.share(count, twice.requests(), twice.runs()),
                count == 0 ? ClaimVerdict.REPRODUCED : ClaimVerdict.NOT_REPRODUCED);
    }

    private static Claim secure(Curve curve, CellResult secure, CellResult plain) {
        ConfidenceInterval share = Measured.ratio(secure, plain, SessionColumns.PER_SECOND);
        boolean isKnown = !Double.isNaN(share.value());
        return claim(
                secure,
                curve.name() + ": TLS costs the hybrid server a factor of only 2 in completed sessions (Tomcat: 7)",
                "figures 4.12 and 4.13",
                "0.5 times",
                String.format(Locale.ROOT, "%.2f times", share.value()),
                share,
                !isKnown
                        ? ClaimVerdict.NOT_RUN
                        : share.supports(SECURE_SHARE) || Math.abs(share.value() / SECURE_SHARE - 1) <= 0.1
                                ? ClaimVerdict.REPRODUCED
                                : share.value() > SECURE_SHARE
                                        ? ClaimVerdict.SAME_DIRECTION
                                        : ClaimVerdict.NOT_REPRODUCED);
    }

    private static Claim claim(
            CellResult cell,
            String sentence,
            String where,
            String published,
            String ours,
            ConfidenceInterval interval,
            ClaimVerdict verdict) {
        return new Claim(cell.key(), sentence, where, published, ours, interval, verdict);
    }

    static List<Threshold> thresholds(List<CellResult> cells) {
        List<Threshold> thresholds = new ArrayList<>();
        for (Curve curve : curves(cells)) {
            if (curve.variant().equals(OverloadPart.HAPROXY)) {
                continue;
            }
            curve.at(cells, TWICE).ifPresent(twice -> {
                curve.peak(cells).ifPresent(peak -> {
                    double share = Measured.ratio(twice, peak, SessionColumns.PER_SECOND)
                            .value();
                    thresholds.add(new Threshold(
                            curve.scenario(),
                            String.format(
                                    Locale.ROOT,
                                    "%s finishes at twice the capacity at least %.0f %% of the greatest rate: %.1f %%",
                                    curve.name(),
                                    LEAST_GOODPUT * 100,
                                    share * 100),
                            share >= LEAST_GOODPUT));
                });
                long lost = twice.sum(Overload.LOST);
                thresholds.add(new Threshold(
                        curve.scenario(),
                        curve.name() + " loses no session that it has let in, at twice the capacity: " + lost,
                        lost == 0));
                curve.at(cells, MODERATE).ifPresent(moderate -> {
                    double ratio =
                            Measured.ratio(twice, moderate, Measurement.P99).value();
                    thresholds.add(new Threshold(
                            curve.scenario(),
                            String.format(
                                    Locale.ROOT,
                                    "%s: p99 at twice the capacity is at most %.0f times that at 80 %%: %.2f",
                                    curve.name(),
                                    MOST_P99,
                                    ratio),
                            ratio <= MOST_P99));
                });
            });
        }
        return thresholds;
    }
}
