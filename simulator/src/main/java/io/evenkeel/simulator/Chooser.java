// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.simulator.oracle.PolicyMaker;
import io.evenkeel.simulator.oracle.ServerStates;
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
     * @param options values in base units; an absent option takes its default
     * @throws IllegalArgumentException for an option that is unknown or out of range
     */
    public static Chooser policy(PolicyType type, Map<String, Double> options) {
        Map<String, Double> given = Map.copyOf(options);
        type.create(1, RandomGenerator.getDefault(), given);
        return new Chooser(type.name(), new PolicyMaker() {
            @Override
            public Policy make(int nodes, RandomGenerator random, ServerStates states) {
                return type.create(nodes, random, given);
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

    /** An oracle. */
    public static Chooser oracle(Oracle oracle) {
        return new Chooser(oracle.label(), new PolicyMaker() {
            @Override
            public Policy make(int nodes, RandomGenerator random, ServerStates states) {
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
