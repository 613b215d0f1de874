// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.planner.theory.ClosedNetwork;
import io.evenkeel.planner.theory.FlowStation;
import io.evenkeel.planner.theory.QueueModel;
import io.evenkeel.planner.theory.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.IntPredicate;

/**
 * Questions about a fleet, and the models inverted to answer them. Everything is found by bisection on models that are
 * monotone: more load never helps, more servers never harm.
 */
public final class Planner {

    /** The greatest number of nodes that is searched; more are not planned with one formula. */
    private static final int MOST_NODES = 10_000;

    private static final int MOST_USERS = 1_000_000;
    private static final double CLOSE = 1e-6;
    /**
     * Without a think time users think for this share of a request's time; a model of none at all has no steps to
     * follow.
     */
    private static final double LEAST_THINK = 0.005;

    private Planner() {}

    /** The forecasts of every model that applies at a rate; the best one first. */
    public static List<Forecast> forecasts(Fleet fleet, double ratePerSecond) {
        List<Forecast> forecasts = new ArrayList<>();
        PlanModel best = PlanModel.bestFor(fleet);
        forecasts.add(forecast(fleet, best, ratePerSecond));
        for (PlanModel model : PlanModel.values()) {
            if (model != best && model.applies(fleet)) {
                forecasts.add(forecast(fleet, model, ratePerSecond));
            }
        }
        return forecasts;
    }

    public static Forecast forecast(Fleet fleet, PlanModel model, double ratePerSecond) {
        return Forecast.of(model, fleet, ratePerSecond, model.of(fleet, ratePerSecond));
    }

    /** True when all goals are kept at a rate. */
    public static boolean holds(Fleet fleet, PlanModel model, double ratePerSecond, List<UpperBound> goals) {
        QueueModel queue = model.of(fleet, ratePerSecond);
        return goals.stream().allMatch(goal -> goal.holds(queue));
    }

    /** The highest rate per second at which all goals are kept; 0 when an idle fleet does not keep them. */
    public static double highestRate(Fleet fleet, PlanModel model, List<UpperBound> goals) {
        double most = fleet.capacityPerSecond();
        DoublePredicate holds = rate -> holds(fleet, model, rate, goals);
        if (!holds.test(most * CLOSE)) {
            return 0;
        }
        double low = most * CLOSE;
        double high = most;
        while (high - low > most * CLOSE) {
            double middle = (low + high) / 2;
            if (holds.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * The number of nodes of a kind that keeps all goals at a rate.
     *
     * @throws PlanException when no number does, because one request alone takes too long, or it would be more than
     *     10,000
     */
    public static int nodesFor(
            NodeKind kind, double arrivalVariation, PlanModel model, double ratePerSecond, List<UpperBound> goals) {
        IntPredicate holds = count -> {
            Fleet fleet = new Fleet(List.of(kind.times(count)), arrivalVariation);
            return holds(fleet, model.applies(fleet) ? model : PlanModel.bestFor(fleet), ratePerSecond, goals);
        };
        int least = (int) Math.max(1, Math.ceil(Math.min(MOST_NODES, ratePerSecond / kind.capacityPerSecond())));
        int high = least;
        while (!holds.test(high)) {
            if (high >= MOST_NODES || high > 64 * least) {
                throw new PlanException("no number of nodes keeps "
                        + String.join(", ", goals.stream().map(UpperBound::text).toList()) + ": a request that is"
                        + " alone takes " + Math.round(kind.demandMs() * 10) / 10.0
                        + " ms on average; give a longer limit, or shorter demands");
            }
            high = Math.min(MOST_NODES, 2 * high);
        }
        int low = Math.max(least - 1, high / 2);
        if (high == least) {
            return least;
        }
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (holds.test(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** Users who think between an answer and their next request, on pools that are perfectly balanced. */
    public static FlowStation users(Fleet fleet, int users, double thinkMs) {
        double think = Math.max(thinkMs, LEAST_THINK * fleet.demandMs());
        return FlowStation.closed(users, think, fleet.pooledPerMs(), fleet.workers(), fleet.room());
    }

    /**
     * The forecast for {@link #users}; exact mean value analysis where nothing is refused and times are exponential.
     */
    public static Forecast usersForecast(Fleet fleet, int users, double thinkMs) {
        FlowStation station = users(fleet, users, thinkMs);
        QueueModel varied = fleet.varied(station);
        double done = 1000 * station.throughputPerMs();
        return new Forecast(
                null,
                "MVA, exact" + fleet.remark() + (fleet.room() == NodeKind.ANY ? "" : ", with room"),
                fleet.nodes(),
                done / (1 - station.refusedShare()),
                done / station.utilizationShare(),
                done,
                station.utilizationShare(),
                varied.meanMs(),
                varied.percentileMs(0.5),
                varied.percentileMs(0.95),
                varied.percentileMs(0.99),
                station.refusedShare());
    }

    /**
     * The same by Schweitzer's approximation, for equal nodes: as if their resources were one each, without a bound of
     * workers. Its percentiles are not known.
     */
    public static Forecast schweitzer(Fleet fleet, int users, double thinkMs) {
        NodeKind kind = fleet.kinds().get(0);
        List<Resource> resources = new ArrayList<>();
        for (Resource resource : kind.resources()) {
            int units = resource.units() == NodeKind.ANY ? NodeKind.ANY : resource.units() * kind.count();
            resources.add(new Resource(resource.name(), resource.demandMs(), units));
        }
        resources.add(new Resource("think", thinkMs, NodeKind.ANY));
        double done = 1000 * new ClosedNetwork(resources).approximate(users);
        double mean = 1000 * users / done - thinkMs;
        return new Forecast(
                null,
                "MVA, Schweitzer",
                fleet.nodes(),
                done,
                fleet.capacityPerSecond(),
                done,
                done / fleet.capacityPerSecond(),
                mean,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                0);
    }

    /** The users from which on more of them only wait, N* = Xmax·(R0 + Z). */
    public static double saturationUsers(Fleet fleet, double thinkMs) {
        return fleet.capacityPerSecond() / 1000 * (fleet.demandMs() + thinkMs);
    }

    /** The most users for whom all goals are kept; 0 when one alone does not keep them. */
    public static int highestUsers(Fleet fleet, double thinkMs, List<UpperBound> goals) {
        IntPredicate holds = users -> {
            QueueModel station = fleet.varied(users(fleet, users, thinkMs));
            return goals.stream().allMatch(goal -> goal.holds(station));
        };
        int low = 0;
        int high = 1;
        while (high < MOST_USERS && holds.test(high)) {
            low = high;
            high *= 2;
        }
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (holds.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
