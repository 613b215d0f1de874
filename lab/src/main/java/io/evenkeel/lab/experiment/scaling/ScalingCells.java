// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.scaling;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rates for each number of servers, by pace: at the full pace those of the paper's tables, else the ones that its
 * text is about.
 */
final class ScalingCells {

    static final String RR = "round-robin";
    static final String LC = "least-connections";
    static final String RT = "fastest-response";
    static final String ADAPTIVE = "adaptive";

    static final String POISSON = "poisson";
    static final String CONSTANT = "constant";

    /** The variant in which one server always has something to do. */
    static final String SATURATED = "saturated";

    static final int MOST_SERVERS = 5;

    private static final List<String> POLICIES = List.of(RR, LC, RT, ADAPTIVE);

    private final ExperimentChoice choice;
    private final List<String> scenarios;
    private final List<CellKey> cells = new ArrayList<>();

    private ScalingCells(ExperimentChoice choice) {
        this.choice = choice;
        this.scenarios = choice.wanted(new Scaling().scenarios());
    }

    static List<CellKey> of(ExperimentChoice choice) {
        if (choice.users() > 0) {
            throw new IllegalArgumentException("scaling has arrivals a second and no users to choose");
        }
        Policies.checkVariants(
                choice.variants(),
                List.of(
                        SATURATED,
                        POISSON,
                        CONSTANT,
                        servers(1),
                        servers(2),
                        servers(3),
                        servers(4),
                        servers(MOST_SERVERS)));
        ScalingCells made = new ScalingCells(choice);
        made.one();
        made.equal();
        made.unequal();
        made.real();
        return List.copyOf(made.cells);
    }

    private void one() {
        add(Scaling.ONE, RR, SATURATED, LoadLevel.users(ScalingCast.SATURATING));
        for (String arrivals : List.of(POISSON, CONSTANT)) {
            add(Scaling.ONE, RR, arrivals, pick(List.of(90.0), List.of(50.0, 90.0, 100.0, 180.0), tableOne()));
        }
    }

    private void equal() {
        Map<Integer, List<Double>> rates = new TreeMap<>(Map.of(
                2, pick(List.of(), List.of(100.0, 150.0, 180.0, 200.0), tableTwo()),
                3, pick(List.of(), List.of(200.0), figureSix()),
                4, pick(List.of(), List.of(200.0, 300.0), figureSix())));
        rates.forEach((servers, steps) -> add(Scaling.EQUAL, RR, servers(servers), steps));
        for (String policy : Policies.chosen(choice.policies(), POLICIES)) {
            add(
                    Scaling.EQUAL,
                    policy,
                    servers(MOST_SERVERS),
                    pick(List.of(430.0), List.of(100.0, 260.0, 430.0, 480.0), figureEight()));
        }
    }

    private void unequal() {
        for (String policy : Policies.chosen(choice.policies(), POLICIES)) {
            add(
                    Scaling.UNEQUAL,
                    policy,
                    "",
                    pick(
                            List.of(300.0),
                            List.of(100.0, 300.0, 350.0),
                            List.of(50.0, 100.0, 150.0, 200.0, 250.0, 300.0, 350.0, 380.0)));
        }
    }

    private static List<Double> tableOne() {
        return List.of(2.0, 10.0, 30.0, 50.0, 70.0, 90.0, 100.0, 120.0, 140.0, 160.0, 180.0);
    }

    private static List<Double> tableTwo() {
        return List.of(2.0, 10.0, 50.0, 100.0, 150.0, 160.0, 170.0, 180.0, 190.0, 200.0, 202.0, 204.0, 220.0);
    }

    private static List<Double> figureSix() {
        return List.of(100.0, 200.0, 300.0, 400.0, 600.0);
    }

    private static List<Double> figureEight() {
        return List.of(100.0, 200.0, 260.0, 350.0, 400.0, 415.0, 430.0, 450.0, 480.0, 500.0, 600.0);
    }

    static String servers(int count) {
        return count + (count == 1 ? "-server" : "-servers");
    }

    /** The number of servers of a variant. */
    static int servers(String variant) {
        return Integer.parseInt(variant.substring(0, variant.indexOf('-')));
    }

    private void real() {
        add(Scaling.REAL, RR, SATURATED, LoadLevel.users(ScalingCast.SATURATING));
        add(Scaling.REAL, RR, servers(1), pick(List.of(), List.of(25.0, 40.0), List.of(10.0, 25.0, 40.0, 48.0)));
        for (String policy : Policies.chosen(choice.policies(), List.of(RR, LC))) {
            add(
                    Scaling.REAL,
                    policy,
                    servers(ServersStage.SERVERS),
                    pick(List.of(60.0), List.of(60.0, 110.0), List.of(30.0, 60.0, 90.0, 110.0, 130.0)));
        }
    }

    private List<Double> pick(List<Double> glance, List<Double> quick, List<Double> full) {
        return choice.pace() == Pace.FULL ? full : choice.pace() == Pace.QUICK ? quick : glance;
    }

    private void add(String scenario, String policy, String variant, List<Double> rates) {
        rates.forEach(rate -> add(scenario, policy, variant, LoadLevel.perSecond(rate)));
    }

    private void add(String scenario, String policy, String variant, LoadLevel load) {
        if (scenarios.contains(scenario) && choice.wantsVariant(variant)) {
            cells.add(new CellKey(scenario, policy, variant, load));
        }
    }
}
