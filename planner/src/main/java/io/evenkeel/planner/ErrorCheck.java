// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.planner.PlanAnswer.Case;
import io.evenkeel.planner.PlanAnswer.MeasuredTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The distance of each model's mean response time from the one that a run has measured. */
public final class ErrorCheck {

    /** A cell that failed more than that is full of queues and not in a steady state. */
    private static final double MOST_FAILED = 0.01;

    /** A cell whose service time differs by more than this share is of other servers than those of the plan. */
    private static final double SAME_SERVERS = 0.25;

    private ErrorCheck() {}

    /**
     * Predicted beside measured, for every cell with a steady state that is of such nodes: a run may have cells of
     * several kinds of servers.
     *
     * @param kind one node
     * @param thinkMs of the users, where the load is users
     * @param model model whose figures are shown; null = round robin's for cells of that policy, else the best; the
     *     sentence has all of them
     */
    public static PlanAnswer of(LabRun run, NodeKind kind, double thinkMs, @Nullable PlanModel model) {
        List<Case> cases = new ArrayList<>();
        Map<String, List<Double>> errors = new LinkedHashMap<>();
        Map<String, String> worst = new LinkedHashMap<>();
        int passed = 0;
        int others = 0;
        for (LabRun.MeasuredCell cell : run.cells()) {
            Double serviceMs = cell.serviceMs();
            if (serviceMs != null && Math.abs(serviceMs / kind.demandMs() - 1) > SAME_SERVERS) {
                others++;
                continue;
            }
            Fleet fleet = new Fleet(List.of(kind.times(cell.nodes())), cell.arrivalVariation());
            boolean isOverloaded = cell.isOpen() && cell.load() >= 0.995 * fleet.capacityPerSecond();
            if (isOverloaded || cell.failureShare() > MOST_FAILED) {
                passed++;
                continue;
            }
            PlanModel shown = model != null && model.applies(fleet) ? model : shown(cell, fleet);
            for (Case each : cell.isOpen() ? open(cell, fleet) : closed(cell, fleet, thinkMs)) {
                Double error = each.errorShare();
                if (error != null && Double.isFinite(error)) {
                    String name = name(each.forecast());
                    List<Double> known = errors.computeIfAbsent(name, key -> new ArrayList<>());
                    if (known.stream().allMatch(other -> Math.abs(other) < Math.abs(error))) {
                        worst.put(name, cell.of());
                    }
                    known.add(error);
                    if (each.forecast().kind() == shown || each.forecast().kind() == null) {
                        cases.add(each);
                    }
                }
            }
        }
        return new PlanAnswer("error", sentence(errors, worst, passed, others), cases);
    }

    /** Predicted beside the present measurements of the nodes of a fleet. */
    public static PlanAnswer now(LabRun run, Fleet fleet) {
        LabRun.MeasuredCell cell = run.cells().get(0);
        Map<String, List<Double>> errors = new LinkedHashMap<>();
        Map<String, String> worst = new LinkedHashMap<>();
        List<Case> cases = new ArrayList<>();
        for (Case each : open(cell, fleet)) {
            Double error = each.errorShare();
            if (error != null && Double.isFinite(error)) {
                errors.put(name(each.forecast()), List.of(error));
                worst.put(name(each.forecast()), "now");
            }
            cases.add(each);
        }
        return new PlanAnswer("error", sentence(errors, worst, 0, 0), cases);
    }

    private static PlanModel shown(LabRun.MeasuredCell cell, Fleet fleet) {
        boolean inTurn = cell.policy().equals("round-robin") && PlanModel.ROUND_ROBIN.applies(fleet);
        return inTurn ? PlanModel.ROUND_ROBIN : PlanModel.bestFor(fleet);
    }

    private static String name(Forecast forecast) {
        PlanModel kind = forecast.kind();
        return kind == null ? forecast.model() : kind.title();
    }

    private static List<Case> open(LabRun.MeasuredCell cell, Fleet fleet) {
        return Planner.forecasts(fleet, cell.load()).stream()
                .map(forecast ->
                        new Case(cell.of(), null, fleet, forecast, new MeasuredTime(cell.meanMs(), cell.p99Ms())))
                .toList();
    }

    private static List<Case> closed(LabRun.MeasuredCell cell, Fleet fleet, double thinkMs) {
        int users = (int) Math.round(cell.load());
        return List.of(new Case(
                cell.of(),
                users,
                fleet,
                Planner.usersForecast(fleet, users, thinkMs),
                new MeasuredTime(cell.meanMs(), cell.p99Ms())));
    }

    private static String sentence(
            Map<String, List<Double>> errors, Map<String, String> worst, int passed, int others) {
        List<String> parts = new ArrayList<>();
        errors.forEach((name, each) -> parts.add("%s %s on average, %s at worst (%s)"
                .formatted(
                        name,
                        NumberText.percent(
                                each.stream().mapToDouble(Math::abs).average().orElse(0)),
                        NumberText.percent(
                                each.stream().mapToDouble(Math::abs).max().orElse(0)),
                        worst.get(name))));
        String left = (passed == 0 ? "" : " Left out, because without a steady state: %d.".formatted(passed))
                + (others == 0 ? "" : " Left out, because of other servers: %d.".formatted(others));
        return parts.isEmpty()
                ? "Nothing that was measured can be compared." + left
                : "The means were off from what was measured by: " + String.join("; ", parts) + "." + left;
    }
}
