// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Closed networks against a textbook's example, the recursion of mean value analysis, all states one by one, and the
 * bounds.
 */
class ClosedNetworkTest {

    /**
     * [L] section 6.4: CPU 0.605 s, two disks 2.1 and 1.35 s, think time 15 s and 3 users; the book's table ends at X =
     * 0.152/s and R = 4.74 s there (table 6.2, exact solution).
     */
    @Test
    void solvesTheBooksExample() {
        ClosedNetwork network = new ClosedNetwork(List.of(
                new Resource("cpu", 605, 1),
                new Resource("disk 1", 2100, 1),
                new Resource("disk 2", 1350, 1),
                new Resource("think", 15_000, Resource.DELAY)));
        double perMs = network.throughputsPerMs(3)[3];
        assertThat(perMs * 1000).isCloseTo(recursion(new double[] {605, 2100, 1350}, 15_000, 3) * 1000, within(1e-12));
        assertThat(perMs * 1000).isCloseTo(0.152, within(0.0006));
    }

    /** Exact mean value analysis for resources of one unit and a delay. */
    private static double recursion(double[] demands, double thinkMs, int customers) {
        double[] queues = new double[demands.length];
        double throughput = 0;
        for (int n = 1; n <= customers; n++) {
            double cycle = thinkMs;
            for (int i = 0; i < demands.length; i++) {
                cycle += demands[i] * (1 + queues[i]);
            }
            throughput = n / cycle;
            for (int i = 0; i < demands.length; i++) {
                queues[i] = throughput * demands[i] * (1 + queues[i]);
            }
        }
        return throughput;
    }

    @Test
    void isTheRecursionOfMeanValueAnalysis() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 50; i++) {
            double[] demands = random.doubles(3, 0.1, 20).toArray();
            double think = random.nextDouble(0, 500);
            List<Resource> resources = new ArrayList<>();
            for (double demand : demands) {
                resources.add(new Resource("r", demand, 1));
            }
            resources.add(new Resource("think", think, Resource.DELAY));
            int customers = 1 + random.nextInt(200);
            double exact = recursion(demands, think, customers);
            assertThat(new ClosedNetwork(resources).throughputsPerMs(customers)[customers])
                    .isCloseTo(exact, within(exact * 1e-9));
        }
    }

    /** A machine of c processors and terminals: the states of the birth-death process, one by one. */
    @Test
    void severalUnitsAreTheProcessOfTheirStates() {
        int users = 12;
        double demand = 8;
        double think = 20;
        double weight = 1;
        double sum = 1;
        double done = 0;
        for (int n = 1; n <= users; n++) {
            weight *= (users - n + 1) / think * demand / Math.min(n, 3);
            sum += weight;
            done += weight * Math.min(n, 3) / demand;
        }
        ClosedNetwork network = new ClosedNetwork(
                List.of(new Resource("cpu", demand, 3), new Resource("think", think, Resource.DELAY)));
        assertThat(network.throughputsPerMs(users)[users]).isCloseTo(done / sum, within(1e-12));
    }

    /**
     * X ≤ min(1/θ, N/(R0+Z)), never falling in N, and 1/θ in the end; Schweitzer within 10 % between. 200 networks
     * of one seed.
     */
    @Test
    void keepsTheBounds() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 200; i++) {
            ClosedNetwork network = new ClosedNetwork(List.of(
                    new Resource("cpu", random.nextDouble(1, 20), 1 + random.nextInt(4)),
                    new Resource("jdbc", random.nextDouble(0, 100), 1 + random.nextInt(20)),
                    new Resource("think", random.nextDouble(0, 300), Resource.DELAY)));
            double[] throughputs = network.throughputsPerMs(150);
            for (int n = 1; n <= 150; n++) {
                double bound = Math.min(1 / network.bottleneckMs(), n / network.demandMs());
                assertThat(throughputs[n]).isBetween(throughputs[n - 1] * (1 - 1e-12), bound * (1 + 1e-9));
            }
            assertThat(network.approximate(150) / throughputs[150]).isBetween(0.85, 1.1);
            assertThat(network.approximate(1) / throughputs[1]).isCloseTo(1, within(1e-6));
            assertThat(network.approximate(100_000) * network.bottleneckMs()).isCloseTo(1, within(0.01));
        }
    }

    /** A case in which the recursion for several units loses its digits: 64 processors, near saturation. */
    @Test
    void manyUnitsNearSaturationKeepTheirDigits() {
        double[] throughputs = new ClosedNetwork(List.of(
                        new Resource("cpu", 8, 64),
                        new Resource("jdbc", 80, 640),
                        new Resource("think", 100, Resource.DELAY)))
                .throughputsPerMs(1600);
        assertThat(throughputs[1600]).isCloseTo(8, within(0.1));
        for (int n = 1; n <= 1600; n++) {
            assertThat(throughputs[n]).isBetween(throughputs[n - 1] - 1e-9, 8 + 1e-9);
        }
    }

    /** Users in front of a flow-equivalent server: the same throughput as of the whole network, and Little's law. */
    @Test
    void aFlowEquivalentServerReplacesItsNetwork() {
        Resource cpu = new Resource("cpu", 8, 2);
        Resource jdbc = new Resource("jdbc", 80, 10);
        double[] inside = new ClosedNetwork(List.of(cpu, jdbc)).throughputsPerMs(60);
        double whole = new ClosedNetwork(List.of(cpu, jdbc, new Resource("think", 200, Resource.DELAY)))
                .throughputsPerMs(60)[60];
        FlowStation station = FlowStation.closed(60, 200, inside, 60, 60);
        assertThat(station.throughputPerMs()).isCloseTo(whole, within(1e-12));
        assertThat(station.meanMs()).isCloseTo(60 / whole - 200, within(1e-6));
        assertThat(station.refusedShare()).isZero();
        // Engset: 12 sources at 10 lines, each a time of 1 and a pause of 2; loss from the formula's own sum.
        FlowStation engset = FlowStation.closed(12, 2, new double[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 10, 10);
        double sum = 0;
        double term = 1;
        for (int n = 0; n <= 10; n++) {
            sum += term;
            if (n < 10) {
                term *= (11 - n) / 2.0 / (n + 1);
            }
        }
        assertThat(engset.refusedShare()).isCloseTo(term / sum, within(1e-12));
    }

    /** Half to each of two queues by chance is M/M/1 with half the rate. */
    @Test
    void aMixtureOfEqualsIsOneOfThem() {
        Mm1 half = new Mm1(0.4, 1);
        Mixture both = new Mixture(List.of(new Mixture.MixturePart(0.4, half), new Mixture.MixturePart(0.4, half)));
        assertThat(both.meanMs()).isCloseTo(half.meanMs(), within(1e-12));
        assertThat(both.percentileMs(0.9)).isCloseTo(half.percentileMs(0.9), within(1e-6));
        MmcK small = new MmcK(0.4, 1, 1, 1);
        assertThat(new Mixture(List.of(new Mixture.MixturePart(0.4, half), new Mixture.MixturePart(0.4, small)))
                        .refusedShare())
                .isCloseTo(small.refusedShare() / 2, within(1e-12));
    }

    @Test
    void aNetworkThatNeedsNothingIsRefused() {
        assertThatThrownBy(() -> new ClosedNetwork(List.of(new Resource("cpu", 0, 1))))
                .hasMessageContaining("at least one");
    }
}
