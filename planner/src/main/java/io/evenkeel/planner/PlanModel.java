// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.planner.theory.FlowStation;
import io.evenkeel.planner.theory.Mgk;
import io.evenkeel.planner.theory.Mixture;
import io.evenkeel.planner.theory.MmcK;
import io.evenkeel.planner.theory.Mmk;
import io.evenkeel.planner.theory.QueueModel;
import io.evenkeel.planner.theory.RoundRobin;
import java.util.ArrayList;
import java.util.List;

/**
 * A formula for a fleet to which requests come at a rate.
 *
 * <p>A node is as many servers of the formula as it has parallelism, k = R0/θ, each of which takes k·θ for a
 * request: then throughput and time without load are those of the node. A server of one core that only computes is one
 * server, and the formulas are the second paper's.
 */
public enum PlanModel {
    /** One queue for all: perfect balancing, exponential times. The second paper's M/M/k. */
    POOLED("M/M/k") {
        @Override
        public boolean applies(Fleet fleet) {
            return true;
        }

        @Override
        public String label(Fleet fleet) {
            return "M/M/" + fleet.parallelism();
        }

        @Override
        public QueueModel of(Fleet fleet, double ratePerSecond) {
            return new Mmk(ratePerSecond / 1000, servicePerMs(fleet), fleet.parallelism());
        }
    },
    /**
     * A queue for each node, filled by chance in proportion to what it can do: no balancing at all. The second paper's
     * M/M/1^k.
     */
    SEPARATE("M/M/1^k") {
        @Override
        public boolean applies(Fleet fleet) {
            return fleet.nodes() > 1;
        }

        @Override
        public String label(Fleet fleet) {
            if (fleet.kinds().stream().map(NodeKind::parallelism).distinct().count() == 1) {
                return "M/M/" + fleet.kinds().get(0).parallelism() + "^" + fleet.nodes();
            }
            List<String> parts = new ArrayList<>();
            for (NodeKind kind : fleet.kinds()) {
                parts.add("M/M/" + kind.parallelism() + "^" + kind.count());
            }
            return String.join(" + ", parts);
        }

        @Override
        public QueueModel of(Fleet fleet, double ratePerSecond) {
            return each(
                    fleet,
                    ratePerSecond,
                    (kind, perMs) ->
                            new Mmk(perMs, kind.capacityPerSecond() / 1000 / kind.parallelism(), kind.parallelism()));
        }
    },
    /** One queue for all, with the service times' own variation and bursts; Allen and Cunneen. */
    GENERAL("M/G/k") {
        @Override
        public boolean applies(Fleet fleet) {
            return fleet.variation() != 1 || fleet.arrivalVariation() != 1;
        }

        @Override
        public String label(Fleet fleet) {
            return (fleet.arrivalVariation() == 1 ? "M/G/" : "G/G/") + fleet.parallelism();
        }

        @Override
        public QueueModel of(Fleet fleet, double ratePerSecond) {
            return new Mgk(
                    ratePerSecond / 1000,
                    servicePerMs(fleet),
                    fleet.parallelism(),
                    fleet.arrivalVariation(),
                    fleet.variation());
        }
    },
    /** Equal nodes that do one request at a time, in turn. */
    ROUND_ROBIN("round robin E_k/G/1") {
        @Override
        public boolean applies(Fleet fleet) {
            return fleet.nodes() > 1
                    && fleet.kinds().size() == 1
                    && fleet.arrivalVariation() == 1
                    && fleet.kinds().get(0).parallelism() == 1;
        }

        @Override
        public String label(Fleet fleet) {
            return "E" + fleet.nodes() + (fleet.variation() == 1 ? "/M/1^" : "/G/1^") + fleet.nodes();
        }

        @Override
        public QueueModel of(Fleet fleet, double ratePerSecond) {
            return new RoundRobin(ratePerSecond / 1000, servicePerMs(fleet), fleet.nodes(), fleet.variation());
        }
    },
    /** One queue for all with room for so many, refusing the others. */
    LOSS("M/M/c/K") {
        @Override
        public boolean applies(Fleet fleet) {
            return fleet.room() != NodeKind.ANY;
        }

        @Override
        public String label(Fleet fleet) {
            return "M/M/" + fleet.parallelism() + "/" + fleet.room();
        }

        @Override
        public QueueModel of(Fleet fleet, double ratePerSecond) {
            return new MmcK(ratePerSecond / 1000, servicePerMs(fleet), fleet.parallelism(), fleet.room());
        }
    },
    /** Workers, processors and JDBC pools, each request put where it brings most: perfect balancing. */
    POOLS("pools, balanced") {
        @Override
        public boolean applies(Fleet fleet) {
            return fleet.hasPools();
        }

        @Override
        public String label(Fleet fleet) {
            return "pools, balanced" + fleet.remark();
        }

        @Override
        public QueueModel of(Fleet fleet, double ratePerSecond) {
            return fleet.varied(
                    FlowStation.open(ratePerSecond / 1000, fleet.pooledPerMs(), fleet.workers(), fleet.room()));
        }
    },
    /** Workers, processors and JDBC pools, each node filled by chance in proportion to what it can do. */
    POOLS_SEPARATE("pools, by chance") {
        @Override
        public boolean applies(Fleet fleet) {
            return fleet.hasPools() && fleet.nodes() > 1;
        }

        @Override
        public String label(Fleet fleet) {
            return "pools, by chance" + fleet.remark();
        }

        @Override
        public QueueModel of(Fleet fleet, double ratePerSecond) {
            return each(
                    fleet,
                    ratePerSecond,
                    (kind, perMs) -> new Fleet(List.of(kind.times(1)), fleet.arrivalVariation())
                            .varied(FlowStation.open(perMs, kind.ratesPerMs(), kind.workers(), kind.room())));
        }
    };

    private final String title;

    PlanModel(String title) {
        this.title = title;
    }

    /** The name for any fleet. */
    public String title() {
        return title;
    }

    /** True when it applies to a fleet. */
    public abstract boolean applies(Fleet fleet);

    /** In Kendall's notation, where there is one. */
    public abstract String label(Fleet fleet);

    /** The fleet at a rate. */
    public abstract QueueModel of(Fleet fleet, double ratePerSecond);

    /**
     * The model whose figures answer when none was chosen: with pools where they are known, with the variation where it
     * is not 1.
     */
    public static PlanModel bestFor(Fleet fleet) {
        if (POOLS.applies(fleet)) {
            return POOLS;
        }
        return GENERAL.applies(fleet) ? GENERAL : POOLED;
    }

    /** The same without balancing, which no policy is worse than in the long run; itself where there is one node. */
    public static PlanModel carefulFor(Fleet fleet) {
        if (fleet.nodes() == 1) {
            return bestFor(fleet);
        }
        return POOLS_SEPARATE.applies(fleet) ? POOLS_SEPARATE : SEPARATE;
    }

    private static double servicePerMs(Fleet fleet) {
        return fleet.capacityPerSecond() / 1000 / fleet.parallelism();
    }

    private interface Alone {
        QueueModel of(NodeKind kind, double perMs);
    }

    private static QueueModel each(Fleet fleet, double ratePerSecond, Alone alone) {
        List<Mixture.MixturePart> parts = new ArrayList<>();
        for (NodeKind kind : fleet.kinds()) {
            double perMs = ratePerSecond / 1000 * kind.capacityPerSecond() / fleet.capacityPerSecond();
            parts.add(new Mixture.MixturePart(perMs * kind.count(), alone.of(kind, perMs)));
        }
        return new Mixture(parts);
    }
}
