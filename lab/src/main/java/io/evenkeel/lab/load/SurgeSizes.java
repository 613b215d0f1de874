// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import io.evenkeel.simulator.chance.Distribution;
import java.util.random.RandomGenerator;

/**
 * Sizes of the files of a web server, octets, as SURGE has them: 93 % lognormal (μ 9.357, σ 1.318), the others Pareto from 133 kB on with
 * shape 1.1, here cut off at 50 MB (Barford and Crovella, "Generating representative Web workloads", SIGMETRICS 1998).
 */
public record SurgeSizes() implements Distribution {

    private static final double SHARE_OF_BODY = 0.93;
    /** exp(μ + σ² / 2) and sqrt(exp(σ²) - 1). */
    private static final Distribution BODY = Distribution.parse("lognormal(27597, 2.1632)");
    /** The mean that a smallest value of 133 000 gives. */
    private static final Distribution TAIL = Distribution.parse("pareto(1.1, 655300, 376)");

    @Override
    public double sample(RandomGenerator random) {
        return (random.nextDouble() < SHARE_OF_BODY ? BODY : TAIL).sample(random);
    }

    @Override
    public double mean() {
        return SHARE_OF_BODY * BODY.mean() + (1 - SHARE_OF_BODY) * TAIL.mean();
    }

    @Override
    public double variation() {
        double second = SHARE_OF_BODY * second(BODY) + (1 - SHARE_OF_BODY) * second(TAIL);
        return Math.sqrt(second / (mean() * mean()) - 1);
    }

    private static double second(Distribution part) {
        return part.mean() * part.mean() * (1 + part.variation() * part.variation());
    }
}
