// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.simulator.contract.FakeNodes;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.SplittableRandom;

/** One run of a scenario under a policy. Cost: O(nodes) for each arrival and each end. */
public final class Simulation {

    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;

    private final Scenario scenario;
    private final Policy policy;
    private final FakeNodes columns;
    private final SimulatedNode[] nodes;
    private final SplittableRandom arrivals;
    private final SplittableRandom work;
    private final SplittableRandom clients;
    private final ArrayDeque<SimulatedTask> held = new ArrayDeque<>();
    private final double[] elapsedMs;
    private final int[] perNode;
    private int ended;
    private long nowNs;

    private Simulation(Scenario scenario, PolicyType type, Map<String, Double> options) {
        this.scenario = scenario;
        SplittableRandom seed = new SplittableRandom(scenario.seed());
        arrivals = seed.split();
        work = seed.split();
        clients = seed.split();
        int count = scenario.nodes().size();
        policy = type.create(count, seed.split(), options);
        columns = new FakeNodes(count);
        nodes = new SimulatedNode[count];
        for (int slot = 0; slot < count; slot++) {
            ServerModel model = scenario.nodes().get(slot);
            nodes[slot] = new SimulatedNode(model);
            columns.join(slot).weight(slot, model.weight());
            policy.onJoin(slot, columns, nowNs);
        }
        elapsedMs = new double[scenario.tasks()];
        perNode = new int[count];
    }

    /**
     * Runs a scenario to its end.
     *
     * @throws IllegalArgumentException when an option is wrong
     */
    public static Report run(Scenario scenario, PolicyType type, Map<String, Double> options) {
        return new Simulation(scenario, type, options).run();
    }

    private Report run() {
        int all = scenario.warmUp() + scenario.tasks();
        long measuredFromNs = 0;
        int arrived = 0;
        long nextArrivalNs = interval();
        while (ended < all) {
            int slot = nextToEnd();
            long endNs = nodes[slot].nextEndNs();
            if (arrived < all && nextArrivalNs <= endNs) {
                nowNs = nextArrivalNs;
                nextArrivalNs += interval();
                arrived++;
                offer(new SimulatedTask(
                        nowNs, exponential(work, scenario.meanServiceMs() * NS_PER_MS), clients.nextLong()));
            } else {
                nowNs = endNs;
                finish(slot);
                if (ended == scenario.warmUp()) {
                    measuredFromNs = nowNs;
                }
            }
        }
        return Report.of(elapsedMs, perNode, (nowNs - measuredFromNs) / NS_PER_S);
    }

    private void offer(SimulatedTask task) {
        if (!held.isEmpty() || !start(task)) {
            held.add(task);
        }
    }

    private boolean start(SimulatedTask task) {
        int slot = policy.choose(task.at(nowNs), columns);
        if (slot == Policy.HOLD) {
            return false;
        }
        nodes[columns.start(slot)].start(task, nowNs);
        policy.onStart(task, slot, columns);
        return true;
    }

    private void finish(int slot) {
        SimulatedTask task = nodes[slot].finish(nowNs);
        columns.finish(slot);
        long inNodeNs = nowNs - task.startedNs;
        policy.onFinish(task.at(nowNs), slot, Outcome.SUCCEEDED, inNodeNs, columns);
        if (ended >= scenario.warmUp()) {
            elapsedMs[ended - scenario.warmUp()] = (nowNs - task.arrivedNs) / NS_PER_MS;
            perNode[slot]++;
        }
        ended++;
        while (!held.isEmpty() && start(held.peek())) {
            held.remove();
        }
    }

    private int nextToEnd() {
        int first = 0;
        for (int slot = 1; slot < nodes.length; slot++) {
            if (nodes[slot].nextEndNs() < nodes[first].nextEndNs()) {
                first = slot;
            }
        }
        return first;
    }

    private long interval() {
        return Math.round(exponential(arrivals, NS_PER_S / scenario.arrivalsPerS()));
    }

    private static double exponential(SplittableRandom random, double mean) {
        return -mean * StrictMath.log(1 - random.nextDouble());
    }
}
