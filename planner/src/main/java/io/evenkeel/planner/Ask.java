// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question about a fleet.
 *
 * @param ratePerSecond requests that come; null = not said
 * @param goals goals that must be kept; may be empty
 * @param isCountOpen true when the number of nodes is asked for; the fleet has one kind then
 * @param users people who wait for an answer before they ask again; null = none
 * @param thinkMs mean time from an answer to the same user's next request
 * @param without nodes that die; 0 = none
 * @param model model whose figures answer; null = the best for the fleet
 */
public record Ask(
        @Nullable Double ratePerSecond,
        List<UpperBound> goals,
        boolean isCountOpen,
        @Nullable Integer users,
        double thinkMs,
        int without,
        @Nullable PlanModel model) {

    public Ask {
        goals = List.copyOf(goals);
        if (ratePerSecond == null && users == null && goals.isEmpty()) {
            throw new PlanException(
                    "there is nothing to answer: give a rate (--rate 300/s), users (--users 200 --think 5s) or a"
                            + " limit (--p95 200ms)");
        }
        if (ratePerSecond != null && !(ratePerSecond > 0 && Double.isFinite(ratePerSecond))) {
            throw new PlanException("a rate must be above 0, not " + ratePerSecond);
        }
        if (users != null && users < 1) {
            throw new PlanException("users must be 1 or more, not " + users);
        }
        if (without < 0) {
            throw new PlanException("the number of nodes that die must be 0 or more, not " + without);
        }
    }
}
