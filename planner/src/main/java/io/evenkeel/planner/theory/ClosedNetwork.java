// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

import java.util.Arrays;
import java.util.List;

/**
 * A closed network with one class of customers that visit its resources again and again: users between clicks, or
 * requests that hold a worker thread.
 *
 * <p>{@link #throughputsPerMs} is the exact solution, the same as that of exact mean value analysis, by convolution of
 * logarithms: the recursion of MVA for resources with several units loses all digits near saturation, this does not.
 * Exact for exponential times, and for any times at resources that are shared in equal parts or are delays ([L]
 * chapters 6 and 8; Buzen 1973; Reiser and Lavenberg 1980).
 *
 * <p>{@link #approximate} is Schweitzer's approximation for many customers, with Seidmann's split of a resource of c
 * units into one c times as fast and a delay; its throughput is some per cent too low around the knee, and right at
 * both ends ([L] section 6.4.2).
 *
 * @param resources resources, at least one of which is needed for some time
 */
public record ClosedNetwork(List<Resource> resources) {

    private static final double CLOSE = 1e-10;
    private static final int MOST_ROUNDS = 100_000;

    public ClosedNetwork {
        resources = List.copyOf(resources);
        if (resources.stream().allMatch(resource -> resource.demandMs() == 0)) {
            throw new IllegalArgumentException("at least one resource must be needed for some time");
        }
    }

    /** Time of a customer that meets no other, R0 with delays, milliseconds. */
    public double demandMs() {
        return resources.stream().mapToDouble(Resource::demandMs).sum();
    }

    /** The longest that one customer keeps a resource busy, θ; 1/θ bounds the throughput. */
    public double bottleneckMs() {
        return resources.stream().mapToDouble(Resource::bottleneckMs).max().orElse(0);
    }

    /**
     * Exact throughput with 0, 1, … customers, per millisecond. Takes resources·customers² steps.
     *
     * @param customers 1 or more
     */
    public double[] throughputsPerMs(int customers) {
        ArgumentCheck.atLeast("customers", 1, customers);
        double[] constants = new double[customers + 1];
        Arrays.fill(constants, Double.NEGATIVE_INFINITY);
        constants[0] = 0;
        for (Resource resource : resources) {
            if (resource.demandMs() > 0) {
                constants = convolved(constants, weights(resource, customers));
            }
        }
        double[] throughputs = new double[customers + 1];
        for (int n = 1; n <= customers; n++) {
            throughputs[n] = Math.exp(constants[n - 1] - constants[n]);
        }
        return throughputs;
    }

    private static double[] weights(Resource resource, int customers) {
        double[] weights = new double[customers + 1];
        for (int n = 1; n <= customers; n++) {
            weights[n] = weights[n - 1] + Math.log(resource.demandMs() / Math.min(n, resource.units()));
        }
        return weights;
    }

    /** ln Σ exp(a(j) + b(n−j)) for each n. */
    private static double[] convolved(double[] a, double[] b) {
        double[] sums = new double[a.length];
        for (int n = 0; n < a.length; n++) {
            double greatest = Double.NEGATIVE_INFINITY;
            for (int j = 0; j <= n; j++) {
                greatest = Math.max(greatest, a[j] + b[n - j]);
            }
            double sum = 0;
            for (int j = 0; j <= n; j++) {
                double below = a[j] + b[n - j] - greatest;
                sum += below < -40 ? 0 : Math.exp(below);
            }
            sums[n] = greatest + Math.log(sum);
        }
        return sums;
    }

    /**
     * Schweitzer's approximate throughput, per millisecond; its cost does not grow with the customers.
     *
     * @param customers 1 or more
     */
    public double approximate(int customers) {
        ArgumentCheck.atLeast("customers", 1, customers);
        double[] queues = new double[resources.size()];
        Arrays.fill(queues, (double) customers / queues.length);
        double throughput = 0;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double cycleMs = 0;
            double[] stayMs = new double[queues.length];
            for (int i = 0; i < queues.length; i++) {
                Resource resource = resources.get(i);
                double fast = resource.bottleneckMs();
                double seen = queues[i] * (customers - 1) / customers;
                stayMs[i] = fast * (1 + seen);
                cycleMs += stayMs[i] + resource.demandMs() - fast;
            }
            double before = throughput;
            throughput = customers / cycleMs;
            for (int i = 0; i < queues.length; i++) {
                queues[i] = throughput * stayMs[i];
            }
            if (Math.abs(throughput - before) < CLOSE * throughput) {
                break;
            }
        }
        return throughput;
    }
}
