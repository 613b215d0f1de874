// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.simulator.Chooser;
import io.evenkeel.simulator.Run;
import io.evenkeel.simulator.Simulator;
import io.evenkeel.simulator.chance.Distribution;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.Dispatchers;
import io.evenkeel.simulator.scenario.LoadModel;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.WorkModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A planned case run in the simulator, behind the policy that its model stands for: {@code random} for nodes that are
 * filled by chance, {@code round-robin} for round robin, and {@code headroom}, the default, for perfect balancing.
 * Processors are shared in equal parts; where the model asks for the variation of service times in a queue, they serve
 * in order. The dispatcher's own queue is in front, so that full nodes make requests wait there first.
 *
 * @param by the policy that chose, and how processors serve
 * @param failureShare refused or given up
 */
public record SimulatedCase(String by, double meanMs, double p50Ms, double p99Ms, double failureShare) {

    private static final double REQUESTS = 100_000;
    private static final int ENOUGH = 100_000;
    private static final String ORDINARY = "headroom";

    /**
     * Runs a case; about a tenth of a second.
     *
     * @return null when the simulator has nothing like it: nodes that differ in more than processors and pools,
     *     bursts, or more load than can be served without a bound
     */
    public static @Nullable SimulatedCase of(PlanAnswer.Case each, double thinkMs, long seed) {
        Fleet fleet = each.fleet();
        boolean isEndless = each.users() == null
                && fleet.room() == NodeKind.ANY
                && each.forecast().utilizationShare() >= 0.999;
        WorkModel work = work(fleet);
        if (isEndless || work == null || fleet.arrivalVariation() > 1 || fleet.arrivalVariation() % 1 != 0) {
            return null;
        }
        PlanModel model = each.forecast().kind();
        String name = policy(model);
        ServerGroup.Order order = model == PlanModel.GENERAL || model == PlanModel.ROUND_ROBIN
                ? ServerGroup.Order.FIFO
                : ServerGroup.Order.PROCESSOR_SHARING;
        PolicyType type = PolicyCatalog.load().find(name).orElseThrow();
        double perSecond = Math.max(1e-6, each.forecast().ratePerSecond());
        double measuredMs = 1000 * REQUESTS / perSecond;
        LoadModel load = load(each, thinkMs);
        Scenario scenario = new Scenario(
                "plan",
                "A planned case.",
                groups(fleet, order),
                work,
                load,
                Dispatchers.ONE,
                new SamplingModel(SamplingModel.Way.PIGGYBACK, 100, 0, 0),
                measuredMs / 10,
                measuredMs);
        Run run = Simulator.run(scenario, Chooser.policy(type, Map.of()), seed);
        String by = name + (order == ServerGroup.Order.FIFO ? ", in order" : "");
        return new SimulatedCase(by, run.meanMs(), run.p50Ms(), run.p99Ms(), run.failureShare());
    }

    private static String policy(@Nullable PlanModel model) {
        if (model == PlanModel.SEPARATE || model == PlanModel.POOLS_SEPARATE) {
            return "random";
        }
        return model == PlanModel.ROUND_ROBIN ? "round-robin" : ORDINARY;
    }

    private static LoadModel load(PlanAnswer.Case each, double thinkMs) {
        Distribution none = Distribution.parse("constant(0ms)");
        Integer users = each.users();
        if (users != null) {
            Distribution think = thinkMs > 0 ? Distribution.parse("exponential(" + thinkMs + "ms)") : none;
            return new ClosedLoad(users, users, 0, think, Math.max(1, thinkMs), null, LoadModel.NodeChoice.NONE);
        }
        return new OpenLoad(
                each.forecast().ratePerSecond(),
                OpenLoad.RateUnit.PER_SECOND,
                each.fleet().arrivalVariation() == 0 ? "constant" : "poisson",
                Distribution.parse("constant(1)"),
                none,
                0,
                LoadModel.NodeChoice.NONE);
    }

    /**
     * The work of a request, where it is the same in all nodes except for the processors' speed; a node's other time is
     * held like a connection of a pool without end.
     */
    private static @Nullable WorkModel work(Fleet fleet) {
        NodeKind first = fleet.kinds().get(0);
        for (NodeKind kind : fleet.kinds()) {
            boolean isLikeFirst = kind.jdbcMs() == first.jdbcMs()
                    && kind.otherMs() == first.otherMs()
                    && kind.variation() == first.variation();
            if (!isLikeFirst || kind.cpuMs() == 0 || (kind.jdbcMs() > 0 && kind.otherMs() > 0)) {
                return null;
            }
        }
        double held = first.jdbcMs() + first.otherMs();
        double variation = first.variation();
        if (variation != 1 && held > 0) {
            variation *= first.demandMs() / Math.hypot(first.cpuMs(), held);
        }
        Distribution cpu = distribution(first.cpuMs(), variation);
        return new WorkModel(cpu, distribution(held, variation), 0);
    }

    private static Distribution distribution(double meanMs, double variation) {
        if (variation == 0 || meanMs == 0) {
            return Distribution.parse("constant(" + meanMs + "ms)");
        }
        return Distribution.parse(
                variation == 1 ? "exponential(" + meanMs + "ms)" : "lognormal(" + meanMs + "ms, " + variation + ")");
    }

    private static List<ServerGroup> groups(Fleet fleet, ServerGroup.Order order) {
        double cpuMs = fleet.kinds().get(0).cpuMs();
        List<ServerGroup> groups = new ArrayList<>();
        for (NodeKind kind : fleet.kinds()) {
            groups.add(new ServerGroup(
                    kind.name(),
                    kind.count(),
                    kind.cores(),
                    cpuMs / kind.cpuMs(),
                    Math.min(ENOUGH, kind.workers()),
                    Math.min(ENOUGH, kind.queue()),
                    kind.jdbc() == NodeKind.ANY || kind.jdbcMs() == 0 ? 0 : kind.jdbc(),
                    null,
                    kind.capacityPerSecond(),
                    0,
                    order,
                    null,
                    List.of()));
        }
        return groups;
    }
}
