// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.theory;

/**
 * The gamma distribution's cumulative share, which is the regularised lower incomplete gamma function P(a, x): by its series for x &lt; a + 1,
 * by its continued fraction beyond. Abramowitz and Stegun, 6.5.29 and 6.5.31. Error below 1e-10 for shapes up to 10,000.
 */
final class Gamma {

    private static final double EXACT = 1e-14;
    private static final int MOST_TERMS = 100_000;

    private Gamma() {}

    /** P(shape, x), the share of values below x when the scale is 1. */
    static double share(double shape, double x) {
        if (x <= 0) {
            return 0;
        }
        double front = Math.exp(shape * Math.log(x) - x - logGamma(shape));
        return x < shape + 1 ? Math.min(1, front * series(shape, x)) : Math.max(0, 1 - front * fraction(shape, x));
    }

    private static double series(double shape, double x) {
        double term = 1 / shape;
        double sum = term;
        for (int n = 1; n < MOST_TERMS && term > sum * EXACT; n++) {
            term *= x / (shape + n);
            sum += term;
        }
        return sum;
    }

    private static double fraction(double shape, double x) {
        double b = x + 1 - shape;
        double c = 1e300;
        double d = 1 / b;
        double value = d;
        for (int n = 1; n < MOST_TERMS; n++) {
            double a = -n * (n - shape);
            b += 2;
            d = 1 / (a * d + b);
            c = b + a / c;
            value *= c * d;
            if (Math.abs(c * d - 1) < EXACT) {
                break;
            }
        }
        return value;
    }

    /** ln Γ(x) for x above 0: Stirling's series from 12 on, and Γ(x) = Γ(x+1)/x below. */
    static double logGamma(double x) {
        double shifted = x;
        double product = 1;
        while (shifted < 12) {
            product *= shifted;
            shifted++;
        }
        double square = 1 / (shifted * shifted);
        double series = (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680))) / shifted;
        return (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
    }
}
