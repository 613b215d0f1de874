// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.reported.Reported;
import io.evenkeel.simulator.oracle.PolicyMaker;
import io.evenkeel.simulator.oracle.ServerStates;
import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.Scenario;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The chooser of nodes in a run: a policy with its options, or an oracle. Immutable, for any number of runs. */
public final class Chooser {

    private final String name;
    private final PolicyMaker maker;

    private Chooser(String name, PolicyMaker maker) {
        this.name = name;
        this.maker = maker;
    }

    /**
     * A policy.
     *
     * @param options values in base units; an absent option takes its default, but the period of samples that are
     *     pulled is the time between two pulls, as the dispatcher takes the interval of its agents
     * @throws IllegalArgumentException for an option that is unknown or out of range
     */
    public static Chooser policy(PolicyType type, Map<String, Double> options) {
        Map<String, Double> given = Map.copyOf(options);
        type.create(1, RandomGenerator.getDefault(), given);
        return new Chooser(type.name(), new PolicyMaker() {
            @Override
            public Policy make(Scenario scenario, RandomGenerator random, ServerStates states) {
                return type.create(scenario.nodes(), random, inPeriod(type, given, scenario.sampling()));
            }

            @Override
            public boolean needsSamples() {
                return type.needs() == PolicyType.Needs.AGENT;
            }

            @Override
            public boolean central() {
                return false;
            }
        });
    }

    /** The options, and the time between two pulls as the period of a policy that has one and is given none. */
    private static Map<String, Double> inPeriod(PolicyType type, Map<String, Double> given, SamplingModel sampling) {
        boolean isPulled = sampling.way() == SamplingModel.Way.POLLED;
        String period = Reported.PERIOD.name();
        if (!isPulled || given.containsKey(period) || !type.parameters().contains(Reported.PERIOD)) {
            return given;
        }
        Map<String, Double> options = new HashMap<>(given);
        double seconds = sampling.intervalMs() / 1000;
        options.put(period, Math.max(Reported.PERIOD.min(), Math.min(seconds, Reported.PERIOD.max())));
        return options;
    }

    /** An oracle. */
    public static Chooser oracle(Oracle oracle) {
        return new Chooser(oracle.label(), new PolicyMaker() {
            @Override
            public Policy make(Scenario scenario, RandomGenerator random, ServerStates states) {
                return new OraclePolicy(oracle, states);
            }

            @Override
            public boolean needsSamples() {
                return false;
            }

            @Override
            public boolean central() {
                return true;
            }
        });
    }

    /** The policy's name, or {@link Oracle#label}. */
    public String name() {
        return name;
    }

    PolicyMaker maker() {
        return maker;
    }
}
