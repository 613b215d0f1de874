// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.redal;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The cells of the experiment: the policies and their numbers of sessions, by pace. */
final class RedalCells {

    static final String RR = "round-robin";
    static final String HJ = "least-requests";
    static final String REDAL = "redal";

    /** A server for each session, by the dispatcher's affinity. */
    static final String SESSION = "session";

    /** A server for each request. */
    static final String REQUEST = "request";

    static final String ALPHA_5 = "alpha-0.5";
    static final String ALPHA_9 = "alpha-0.9";

    /** ReDAL, alpha 0.9, behind one dispatcher. */
    static final String ONE = "one";

    /** The same behind three that are joined. */
    static final String JOINED = "joined";

    /** The same behind three that are not. */
    static final String APART = "apart";

    /** Three that are joined, of which two know five of the servers only. */
    static final String JOINED_UNEVEN = "joined-uneven";

    /** The same, not joined. */
    static final String APART_UNEVEN = "apart-uneven";

    private static final List<String> FRONTS = List.of(ONE, JOINED, APART, JOINED_UNEVEN, APART_UNEVEN);

    private static final List<Integer> OF_THREE = List.of(60, 80, 100);
    private static final List<Integer> QUICK = List.of(5, 40, 60, 80, 100);
    private static final List<Integer> FULL =
            IntStream.of(5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100).boxed().toList();

    private final ExperimentChoice choice;
    private final List<String> scenarios;
    private final List<String> policies;
    private final List<CellKey> cells = new ArrayList<>();

    private RedalCells(ExperimentChoice choice, List<ExperimentScenario> scenarios) {
        this.choice = choice;
        this.scenarios = choice.wanted(scenarios);
        this.policies = Policies.chosen(choice.policies(), List.of(RR, HJ, REDAL));
    }

    static List<CellKey> of(ExperimentChoice choice, List<ExperimentScenario> scenarios) {
        Policies.checkVariants(
                choice.variants(),
                Stream.concat(Stream.of(SESSION, REQUEST, ALPHA_5, ALPHA_9), FRONTS.stream())
                        .toList());
        RedalCells made = new RedalCells(choice, scenarios);
        List<Integer> all = choice.users() > 0
                ? List.of(choice.users())
                : choice.pace() == Pace.FULL ? FULL : choice.pace() == Pace.QUICK ? QUICK : List.of(5);
        for (String policy : made.policies) {
            switch (policy) {
                case RR -> {
                    made.add(Redal.TEN, RR, SESSION, all);
                    made.add(
                            Redal.TEN,
                            RR,
                            REQUEST,
                            choice.pace() == Pace.QUICK && all.size() > 1 ? List.of(5, 100) : all);
                }
                case REDAL -> {
                    made.add(Redal.TEN, REDAL, ALPHA_5, all);
                    made.add(Redal.TEN, REDAL, ALPHA_9, all);
                }
                default -> made.add(Redal.TEN, policy, REQUEST, all);
            }
        }
        made.scaling(Redal.FIVE, 80);
        made.scaling(Redal.TWENTY, 20);
        made.behindThree();
        return List.copyOf(made.cells);
    }

    /** The same sessions in all for each policy, on fewer or more servers. */
    private void scaling(String scenario, int sessions) {
        for (String policy : policies) {
            String variant = policy.equals(REDAL) ? ALPHA_9 : REQUEST;
            add(scenario, policy, variant, List.of(choice.pace() == Pace.GLANCE ? 5 : sessions));
        }
    }

    /** ReDAL behind several dispatchers, when that scenario or a variant of it is named: the paper has no figures. */
    private void behindThree() {
        boolean isNamed =
                !choice.scenarios().isEmpty() || choice.variants().stream().anyMatch(FRONTS::contains);
        if (isNamed && policies.contains(REDAL)) {
            List<Integer> sessions =
                    choice.users() > 0 ? List.of(choice.users()) : choice.pace() == Pace.GLANCE ? List.of(5) : OF_THREE;
            for (String variant : FRONTS) {
                boolean isUneven = variant.equals(JOINED_UNEVEN) || variant.equals(APART_UNEVEN);
                add(Redal.BEHIND_THREE, REDAL, variant, isUneven ? sessions.subList(0, 1) : sessions);
            }
        }
    }

    private void add(String scenario, String policy, String variant, List<Integer> sessions) {
        if (scenarios.contains(scenario) && choice.wantsVariant(variant)) {
            sessions.forEach(count -> cells.add(new CellKey(scenario, policy, variant, LoadLevel.sessions(count))));
        }
    }
}
