// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.plan;

import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.planner.Forecast;
import io.evenkeel.planner.PlanAnswer;
import io.evenkeel.planner.PlanAnswer.Case;
import io.evenkeel.planner.SimulatedCase;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers as people read them, a sentence and its table each, and as scripts do, one table for all. */
final class PlanTable {

    private static final MathContext DIGITS = new MathContext(4);

    /** Runs a case in the simulator; null for a case that it cannot simulate. */
    interface CaseSimulator {
        @Nullable
        SimulatedCase of(Case each);
    }

    private final @Nullable CaseSimulator simulation;

    PlanTable(@Nullable CaseSimulator simulation) {
        this.simulation = simulation;
    }

    void print(List<PlanAnswer> answers, PrintWriter out, OutputFormat format) {
        if (format != OutputFormat.TABLE) {
            Rows rows = new Rows(columns(true, true));
            for (PlanAnswer answer : answers) {
                answer.cases()
                        .forEach(each ->
                                rows.add(Stream.concat(Stream.of(answer.question()), cells(each, true, false).stream())
                                        .toArray()));
            }
            rows.print(out, format);
            return;
        }
        boolean isFirst = true;
        for (PlanAnswer answer : answers) {
            if (!isFirst) {
                out.println();
            }
            isFirst = false;
            out.println(answer.sentence());
            if (!answer.cases().isEmpty()) {
                boolean isMeasured = answer.cases().stream().anyMatch(each -> each.measured() != null);
                Rows rows = new Rows(columns(false, isMeasured));
                answer.cases()
                        .forEach(each -> rows.add(cells(each, isMeasured, true).toArray()));
                rows.print(out, format);
            }
        }
        out.flush();
    }

    private String[] columns(boolean isForScripts, boolean isMeasured) {
        List<String> columns = new ArrayList<>(
                isForScripts
                        ? List.of(
                                "question",
                                "case",
                                "model",
                                "nodes",
                                "ratePerSecond",
                                "users",
                                "capacityPerSecond",
                                "throughputPerSecond",
                                "utilizationShare",
                                "meanMs",
                                "p50Ms",
                                "p95Ms",
                                "p99Ms",
                                "refusedShare")
                        : List.of(
                                "case",
                                "model",
                                "nodes",
                                "rate",
                                "done",
                                "capacity",
                                "busy",
                                "meanMs",
                                "p50Ms",
                                "p95Ms",
                                "p99Ms",
                                "refused"));
        if (isMeasured) {
            columns.addAll(
                    isForScripts
                            ? List.of("measuredMeanMs", "measuredP99Ms", "errorShare")
                            : List.of("measuredMs", "measuredP99Ms", "error"));
        }
        if (simulation != null) {
            columns.addAll(
                    isForScripts
                            ? List.of(
                                    "simulatedBy",
                                    "simulatedMeanMs",
                                    "simulatedP50Ms",
                                    "simulatedP99Ms",
                                    "simulatedRefusedShare")
                            : List.of("simulatedBy", "simMeanMs", "simP50Ms", "simP99Ms", "simRefused"));
        }
        return columns.toArray(String[]::new);
    }

    private List<@Nullable Object> cells(Case each, boolean isMeasured, boolean isForPeople) {
        Forecast forecast = each.forecast();
        List<@Nullable Object> cells = new ArrayList<>();
        cells.add(each.of());
        cells.add(forecast.model());
        cells.add(forecast.nodes());
        if (isForPeople) {
            cells.add(rounded(forecast.ratePerSecond()) + "/s");
            cells.add(rounded(forecast.throughputPerSecond()) + "/s");
            cells.add(rounded(forecast.capacityPerSecond()) + "/s");
            cells.add(percent(forecast.utilizationShare()));
        } else {
            cells.add(rounded(forecast.ratePerSecond()));
            cells.add(each.users());
            cells.add(rounded(forecast.capacityPerSecond()));
            cells.add(rounded(forecast.throughputPerSecond()));
            cells.add(rounded(forecast.utilizationShare()));
        }
        for (double time : new double[] {forecast.meanMs(), forecast.p50Ms(), forecast.p95Ms(), forecast.p99Ms()}) {
            cells.add(isForPeople && Double.isInfinite(time) ? "endless" : rounded(time));
        }
        cells.add(isForPeople ? percent(forecast.refusedShare()) : rounded(forecast.refusedShare()));
        if (isMeasured) {
            PlanAnswer.MeasuredTime measured = each.measured();
            Double error = each.errorShare();
            cells.add(measured == null ? null : rounded(measured.meanMs()));
            cells.add(measured == null ? null : rounded(measured.p99Ms()));
            cells.add(error == null ? null : isForPeople ? percent(error) : rounded(error));
        }
        if (simulation != null) {
            SimulatedCase simulated = simulation.of(each);
            cells.add(simulated == null ? null : simulated.by());
            cells.add(simulated == null ? null : rounded(simulated.meanMs()));
            cells.add(simulated == null ? null : rounded(simulated.p50Ms()));
            cells.add(simulated == null ? null : rounded(simulated.p99Ms()));
            cells.add(
                    simulated == null
                            ? null
                            : isForPeople ? percent(simulated.failureShare()) : rounded(simulated.failureShare()));
        }
        return cells;
    }

    private static String percent(double share) {
        if (Double.isInfinite(share)) {
            return "endless";
        }
        double percent = 100 * share;
        if (percent > 0 && percent < 0.01) {
            return "<0.01 %";
        }
        return new BigDecimal(percent)
                        .setScale(Math.abs(percent) < 1 ? 2 : 1, RoundingMode.HALF_UP)
                        .toPlainString() + " %";
    }

    /** Four digits that count; an endless value and one that is not a number are unknown. */
    private static @Nullable Object rounded(@Nullable Double value) {
        if (value == null || !Double.isFinite(value)) {
            return null;
        }
        if (Math.abs(value) < 1e-9) {
            return 0;
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : new BigDecimal(rounded.toPlainString());
    }
}
