// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.simulator.Chooser;
import io.evenkeel.simulator.Run;
import io.evenkeel.simulator.Simulator;
import io.evenkeel.simulator.chance.Distribution;
import io.evenkeel.simulator.scenario.Dispatchers;
import io.evenkeel.simulator.scenario.LoadModel.NodeChoice;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.ServerGroup.Order;
import io.evenkeel.simulator.scenario.WorkModel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Models that formulas exist for, as scenarios: independent requests, Poisson arrivals, no network, no agents. */
final class TextbookModels {

    static final long SEED = Long.getLong("seed", 1);
    private static final int ANY = 1_000_000;
    private static final Distribution NO_TIME = Distribution.parse("constant(0ms)");

    private TextbookModels() {}

    /** Servers of one core each, which never refuse. */
    static List<ServerGroup> cores(Order order, double... speeds) {
        return Arrays.stream(speeds)
                .mapToObj(speed -> server(1, 1, speed, ANY, 0, order))
                .toList();
    }

    /** A number of equal servers. */
    static ServerGroup server(int count, int cores, double speed, int workers, int queue, Order order) {
        return new ServerGroup("server", count, cores, speed, workers, queue, 0, null, 1, 0, order, null, List.of());
    }

    /** Arrivals at a share of the capacity; measures about this number of requests, after a tenth of them. */
    static Scenario atLoad(double share, List<ServerGroup> servers, String cpu, int requests) {
        double perSecond = share * open(servers, cpu, 1, 1).capacityPerSecond();
        return open(servers, cpu, perSecond, requests);
    }

    private static Scenario open(List<ServerGroup> servers, String cpu, double perSecond, int requests) {
        return new Scenario(
                "model",
                "a model from a textbook",
                servers,
                new WorkModel(Distribution.parse(cpu), NO_TIME, 0),
                new OpenLoad(
                        perSecond,
                        OpenLoad.RateUnit.PER_SECOND,
                        "poisson",
                        Distribution.parse("constant(1)"),
                        NO_TIME,
                        0,
                        NodeChoice.NONE),
                new Dispatchers(1, ANY, 1e9),
                SamplingModel.NONE,
                100.0 * requests / perSecond,
                1000.0 * requests / perSecond);
    }

    /** One run in which each request goes to a server by chance. */
    static Run run(Scenario scenario) {
        return Simulator.run(
                scenario, Chooser.policy(PolicyCatalog.load().find("random").orElseThrow(), Map.of()), SEED);
    }
}
