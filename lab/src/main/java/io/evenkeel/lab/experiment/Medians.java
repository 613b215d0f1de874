// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.List;

/** The figure in the middle, which one bad run does not move. */
final class Medians {

    private Medians() {}

    /** The median; between the two in the middle when their number is even, NaN of none. */
    static double of(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        int count = sorted.size();
        if (count == 0) {
            return Double.NaN;
        }
        return (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    }
}
