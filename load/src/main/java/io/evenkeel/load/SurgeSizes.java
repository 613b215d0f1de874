// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import io.evenkeel.simulator.chance.Distribution;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Sizes of the files of a web server, octets, as SURGE has them: 93 % lognormal (μ 9.357, σ 1.318) below 133 kB, the
 * others Pareto from there on with shape 1.1, here cut off at 50 MB.
 *
 * <p>Source: Barford and Crovella, "Generating representative Web workloads for network and server performance
 * evaluation", SIGMETRICS 1998, pages 151 to 160. The paper itself was not at hand. Two public programs that draw such
 * sizes agree with its lognormal part, the shape 1.1 and the border, which one of them counts as 133 KiB; only that one
 * has the 93 % and the end of the lognormal part at the border. Not built, because their figures could not be
 * confirmed: the number of files embedded in a page, and how soon a file is asked for again (temporal locality). The
 * times between requests are --think: {@code weibull(1.46, 346ms)} within a page, {@code pareto(1.5, 3s)} between
 * pages, as one of these programs has them (scales 0.382 s and 1 s).
 */
public record SurgeSizes() implements Distribution {

    private static final double SHARE_OF_BODY = 0.93;
    private static final double MU = 9.357;
    private static final double SIGMA = 1.318;
    private static final double BORDER = 133_000;
    /** exp(μ + σ² / 2) and sqrt(exp(σ²) - 1), without the border. */
    private static final Distribution BODY = Distribution.parse("lognormal(27597, 2.1632)");
    /** The mean that a smallest value of 133 000 gives. */
    private static final Distribution TAIL = Distribution.parse("pareto(1.1, 655300, 376)");

    @Override
    public double sample(RandomGenerator random) {
        if (random.nextDouble() >= SHARE_OF_BODY) {
            return TAIL.sample(random);
        }
        double size = BODY.sample(random);
        while (size >= BORDER) {
            size = BODY.sample(random);
        }
        return size;
    }

    @Override
    public double mean() {
        return SHARE_OF_BODY * bodyMoment(1) + (1 - SHARE_OF_BODY) * TAIL.mean();
    }

    @Override
    public double variation() {
        double secondOfTail = TAIL.mean() * TAIL.mean() * (1 + TAIL.variation() * TAIL.variation());
        double second = SHARE_OF_BODY * bodyMoment(2) + (1 - SHARE_OF_BODY) * secondOfTail;
        return Math.sqrt(second / (mean() * mean()) - 1);
    }

    /** Mean of a power of the lognormal part below the border. */
    private static double bodyMoment(int power) {
        NormalDistribution normal = NormalDistribution.of(0, 1);
        double border = (Math.log(BORDER) - MU) / SIGMA;
        return Math.exp(power * MU + power * power * SIGMA * SIGMA / 2)
                * normal.cumulativeProbability(border - power * SIGMA)
                / normal.cumulativeProbability(border);
    }
}
