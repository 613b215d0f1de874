// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

/**
 * A closed load: so many users, each asking again after the answer.
 *
 * @param users number of users at the same time; may be 0
 * @param ramp arrival of the users
 */
public record ClosedPlan(UserBehaviour work, int users, Ramp ramp, Limits limits) {

    public ClosedPlan {
        if (users < 0 || users > 100_000) {
            throw new IllegalArgumentException("a load has 0 to 100000 users");
        }
    }
}
