// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers in sentences. */
final class NumberText {

    private static final MathContext DIGITS = new MathContext(3);

    private NumberText() {}

    /** Three significant digits, or all in front of the point. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "unknown" : "endless";
        }
        BigDecimal exact = new BigDecimal(value);
        BigDecimal rounded = Math.abs(value) >= 100 ? exact.setScale(0, RoundingMode.HALF_UP) : exact.round(DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    static String ms(double value) {
        return Double.isInfinite(value) ? "endless" : number(value) + " ms";
    }

    static String rate(double perSecond) {
        return number(perSecond) + "/s";
    }

    static String percent(double share) {
        if (share > 0 && share < 1e-4) {
            return "less than 0.01 %";
        }
        return number(100 * share) + " %";
    }

    static String nodes(int count) {
        return count == 1 ? "1 node" : count + " nodes";
    }
}
