// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.planner.theory.FlowStation;
import io.evenkeel.planner.theory.QueueModel;
import io.evenkeel.planner.theory.VariedStation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All the nodes that a plan is about, and the variation of the arrivals. Keeps what it has computed; several threads
 * may use it.
 */
public final class Fleet {

    private final List<NodeKind> kinds;
    private final double arrivalVariation;
    private double @Nullable [] pooledPerMs;

    /**
     * Some nodes.
     *
     * @param kinds at least one
     * @param arrivalVariation standard deviation / mean of the times between arrivals; 1 = Poisson, more = bursts
     */
    public Fleet(List<NodeKind> kinds, double arrivalVariation) {
        if (kinds.isEmpty()) {
            throw new PlanException("a plan needs at least one node");
        }
        if (!(arrivalVariation >= 0 && arrivalVariation <= 100)) {
            throw new PlanException("arrival-variation must be 0 to 100, not " + arrivalVariation);
        }
        this.kinds = List.copyOf(kinds);
        this.arrivalVariation = arrivalVariation;
    }

    public List<NodeKind> kinds() {
        return kinds;
    }

    public double arrivalVariation() {
        return arrivalVariation;
    }

    public int nodes() {
        return kinds.stream().mapToInt(NodeKind::count).sum();
    }

    /** Requests per second that all can do at most. */
    public double capacityPerSecond() {
        return kinds.stream()
                .mapToDouble(kind -> kind.count() * kind.capacityPerSecond())
                .sum();
    }

    /** Time of a request that meets no other; the mean by capacity. */
    public double demandMs() {
        return kinds.stream()
                        .mapToDouble(kind -> kind.count() * kind.capacityPerSecond() * kind.demandMs())
                        .sum()
                / capacityPerSecond();
    }

    /** Variation of the service times; the mean by capacity. */
    double variation() {
        return kinds.stream()
                        .mapToDouble(kind -> kind.count() * kind.capacityPerSecond() * kind.variation())
                        .sum()
                / capacityPerSecond();
    }

    /** True when the variation of all times is 1, as in the formulas for exponential times. */
    boolean isExponential() {
        return variation() == 1 && arrivalVariation == 1;
    }

    /** A station of all nodes with the variations of the times; the processors' queues ask for bursts only. */
    QueueModel varied(FlowStation station) {
        if (isExponential()) {
            return station;
        }
        double bursts = arrivalVariation * arrivalVariation;
        double other = variation() * variation();
        boolean isShared = kinds.stream().allMatch(kind -> kind.isBoundBy("cpu"));
        return new VariedStation(
                station, demandMs(), parallelism(), (bursts + (isShared ? 1 : other)) / 2, variation());
    }

    /** The end of a label when the variations are in the figures. */
    String remark() {
        return isExponential() ? "" : ", varied";
    }

    /** Requests that all work on at once without slowing down. */
    int parallelism() {
        return kinds.stream()
                .mapToInt(kind -> kind.count() * kind.parallelism())
                .sum();
    }

    boolean hasPools() {
        return kinds.stream().anyMatch(NodeKind::hasPools);
    }

    /** Requests that may be there; {@link NodeKind#ANY} when one node takes any number. */
    int room() {
        return sum(kinds.stream().map(NodeKind::room).toList());
    }

    /** Requests that may have a worker. */
    int workers() {
        return sum(kinds.stream().map(NodeKind::workers).toList());
    }

    private int sum(List<Integer> each) {
        long sum = 0;
        for (int i = 0; i < each.size(); i++) {
            if (each.get(i) == NodeKind.ANY) {
                return NodeKind.ANY;
            }
            sum += (long) each.get(i) * kinds.get(i).count();
        }
        return (int) Math.min(NodeKind.ANY, sum);
    }

    /**
     * The nodes without some of a kind.
     *
     * @throws PlanException when nothing would be left, or there are not so many
     */
    public Fleet without(NodeKind kind, int dead) {
        List<NodeKind> left = new ArrayList<>();
        for (NodeKind each : kinds) {
            if (!each.equals(kind)) {
                left.add(each);
            } else if (dead < each.count()) {
                left.add(each.times(each.count() - dead));
            } else if (dead > each.count()) {
                throw new PlanException("there are only " + each.count() + " nodes of kind '" + each.name() + "'");
            }
        }
        if (left.isEmpty()) {
            throw new PlanException("without " + dead + " of " + nodes() + " nodes nothing is left");
        }
        return new Fleet(left, arrivalVariation);
    }

    /**
     * each put where it brings most, per millisecond: what perfect balancing
     * can reach.
     */
    synchronized double[] pooledPerMs() {
        double[] known = pooledPerMs;
        if (known == null) {
            known = pooled();
            pooledPerMs = known;
        }
        return known;
    }

    private double[] pooled() {
        List<double[]> rates = kinds.stream().map(NodeKind::ratesPerMs).toList();
        int[] inside = new int[kinds.size()];
        int total = 0;
        for (int i = 0; i < rates.size(); i++) {
            total += (rates.get(i).length - 1) * kinds.get(i).count();
        }
        double[] sums = new double[total + 1];
        for (int n = 1; n <= total; n++) {
            int best = -1;
            double most = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < inside.length; i++) {
                int each = inside[i] / kinds.get(i).count();
                double[] own = rates.get(i);
                double gain = each + 1 < own.length ? own[each + 1] - own[each] : Double.NEGATIVE_INFINITY;
                if (gain > most) {
                    most = gain;
                    best = i;
                }
            }
            inside[best]++;
            sums[n] = sums[n - 1] + Math.max(0, most);
        }
        return sums;
    }
}
