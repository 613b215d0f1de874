// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.broker;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.light.LightRun;
import io.evenkeel.lab.experiment.light.LightStage;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.lab.experiment.light.Placing;
import io.evenkeel.lab.experiment.light.ServerDemand;
import io.evenkeel.lab.server.light.LightPlan;
import io.evenkeel.lab.server.light.RequestNeeds;
import io.evenkeel.lab.server.light.WorkLaw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The run of each cell, and the figures that are read from it.
 *
 * <p>The paper's loads: 1650 clients make 660 requests a second, 2700 make 1080, so each asks every 2.5 s. Its service
 * times were measured by one client, network and all. The utilisation law, busy = rate × share × demand, with its
 * shares under LU gives 0.713 of them as demand for all three unequal servers alike, and 0.675 for the equal ones.
 */
final class BrokerCast implements LightStage.Cast {

    /** Begins the names of figures of one server: its share of the answers. */
    static final String SHARE = "shareOf";

    /** Begins the names of figures of one server: the share of time in which its processor was at work. */
    static final String USE = "utilisationOf";

    /** Begins the names of figures of one server: mean response time, ms. */
    static final String MEAN = "meanMsOf";

    /** Difference between the most and the least used server. */
    static final String SPREAD = "utilisationSpread";

    static final String THINK = "pareto(1.5, 2450ms, 50)";

    private static final double UNEQUAL_SHARE = 0.713;
    private static final double EQUAL_SHARE = 0.675;
    private static final int WORKERS = 150;
    private static final int QUEUE = 511;

    /** Steps in which the simulator's users come; here they come one by one. */
    private static final int STEPS = 50;

    private final Pace pace;

    BrokerCast(Pace pace) {
        this.pace = pace;
    }

    /** Length of a session; short in short runs, so that sessions placed by measurements make up most of the load. */
    static String length(Pace pace) {
        return pace == Pace.FULL ? "geometric(10)" : "geometric(3)";
    }

    static Duration warmUp(Pace pace) {
        return switch (pace) {
            case GLANCE -> Duration.ofMillis(500);
            case QUICK -> Duration.ofSeconds(9);
            case FULL -> Duration.ofMinutes(2);
        };
    }

    /** In full the paper's 600 s. */
    static Duration hold(Pace pace) {
        return switch (pace) {
            case GLANCE -> Duration.ofMillis(1500);
            case QUICK -> Duration.ofSeconds(12);
            case FULL -> Duration.ofMinutes(10);
        };
    }

    @Override
    public LightRun run(CellKey cell) {
        List<Double> demandsMs = demandsMs(cell);
        boolean isByAddress = cell.variant().equals(Broker.ADDRESS);
        List<LightPlan> plans = new ArrayList<>();
        for (double meanMs : demandsMs) {
            plans.add(new LightPlan("S" + (plans.size() + 1), 1, 1, WORKERS, QUEUE, law(meanMs), isByAddress));
        }
        ServerDemand demand = new ServerDemand.UserDemand((int) cell.load().amount(), THINK, length(pace));
        return new LightRun(plans, policy(cell.policy()), Placing.BROKER, demand, warmUp(pace), hold(pace));
    }

    private static List<Double> demandsMs(CellKey cell) {
        return cell.scenario().equals(Broker.EQUAL)
                ? List.of(3.5 * EQUAL_SHARE, 3.5 * EQUAL_SHARE, 3.5 * EQUAL_SHARE)
                : List.of(3 * UNEQUAL_SHARE, 6 * UNEQUAL_SHARE, 15 * UNEQUAL_SHARE);
    }

    /** The same cell as the simulator's file. */
    static String scenario(CellKey cell, Pace pace) {
        StringBuilder servers = new StringBuilder();
        for (double meanMs : demandsMs(cell)) {
            servers.append(String.format(
                    Locale.ROOT,
                    "  - {name: s%d, speed: %.6f, workers: %d, queue: %d}\n",
                    1 + servers.toString().lines().count(),
                    1 / meanMs,
                    WORKERS,
                    QUEUE));
        }
        int users = (int) cell.load().amount();
        return """
                name: %s
                what: the lab's cell
                servers:
                %swork: {cpu: exponential(1ms), network: 100us}
                load:
                  users: %d
                  ramp: {step: %d, every: %dms}
                  think: %s
                  session: %s
                  affinity: session
                  after-failure: 100ms
                samples: {way: polled, every: 1s}
                measure: {warm-up: %dms, for: %dms}
                """.formatted(
                        cell.scenario(),
                        servers,
                        users,
                        Math.max(1, users / STEPS),
                        warmUp(pace).toMillis() / 2 / STEPS,
                        THINK,
                        length(pace),
                        warmUp(pace).toMillis() / 2,
                        hold(pace).toMillis());
    }

    /** True when a policy uses the servers' reports. */
    static boolean looksAtReports(String policy) {
        return policy.equals(Broker.LAS) || policy.equals(Broker.LU);
    }

    /** The paper's rule for the two that look: the last report as it is, without the sessions placed since. */
    private static String policy(String name) {
        return looksAtReports(name) ? "{name: " + name + ", feedback: as-reported}" : name;
    }

    private static WorkLaw law(double meanMs) {
        return (request, random) -> new RequestNeeds(0, (long) (-Math.log(1 - random.nextDouble()) * meanMs * 1e6));
    }

    @Override
    public Map<String, Double> read(CellKey cell, Measurement measured) {
        Map<String, Double> figures = new LinkedHashMap<>();
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (Map.Entry<String, Map<String, Double>> node : measured.nodes().entrySet()) {
            Map<String, Double> own = node.getValue();
            double busy = own.getOrDefault(Period.UTILISATION, Double.NaN);
            least = Math.min(least, busy);
            most = Math.max(most, busy);
            figures.put(SHARE + node.getKey(), own.getOrDefault(Measurement.SHARE, Double.NaN));
            figures.put(USE + node.getKey(), busy);
            figures.put(MEAN + node.getKey(), own.getOrDefault(Measurement.MEAN, Double.NaN));
        }
        figures.put(SPREAD, most - least);
        return figures;
    }
}
