// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

/**
 * A figure of a policy that must not be on the wrong side of a bound.
 *
 * @param policy name of the policy that the figure is of
 */
public record ScenarioGoal(String policy, GoalFigure figure, double bound) {

    /** The figure that a goal is about. */
    public enum GoalFigure {
        /** Failed requests as a share of all, 0 to 1; at most. */
        FAILURES("failures", true),
        /** Throughput as a share of the better oracle's; at least. */
        THROUGHPUT("throughput", false),
        /** The 99th percentile as a multiple of the better oracle's; at most. */
        P99("p99", true);

        private final String key;
        private final boolean isCeiling;

        GoalFigure(String key, boolean isCeiling) {
            this.key = key;
            this.isCeiling = isCeiling;
        }

        /** The key in a file. */
        public String key() {
            return key;
        }

        /** True when the bound is the most that is allowed, false when it is the least. */
        public boolean isCeiling() {
            return isCeiling;
        }
    }

    /** True when a figure keeps to the bound; one that is not a number does not. */
    public boolean isHeldBy(double value) {
        return figure.isCeiling() ? value <= bound : value >= bound;
    }
}
