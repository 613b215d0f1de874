// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;
import java.util.random.RandomGenerator;

/**
 * Takes the less loaded of two different nodes drawn at random; of equals, the one drawn first. O(1).
 *
 * <p>Source: M. Mitzenmacher, "The power of two choices in randomized load balancing", TPDS 12(10), 2001.
 */
public final class TwoChoices {

    private final LoadFigure load;
    private final RandomGenerator random;

    public TwoChoices(LoadFigure load, RandomGenerator random) {
        this.load = load;
        this.random = random;
    }

    /** The slot of the better of two eligible nodes, or of the only one. */
    public int choose(Nodes nodes, long nowNs) {
        int count = nodes.count();
        if (count == 1) {
            return nodes.at(0);
        }
        int first = random.nextInt(count);
        int second = random.nextInt(count - 1);
        if (second >= first) {
            second++;
        }
        int one = nodes.at(first);
        int other = nodes.at(second);
        return load.of(other, nodes, nowNs) < load.of(one, nodes, nowNs) ? other : one;
    }
}
