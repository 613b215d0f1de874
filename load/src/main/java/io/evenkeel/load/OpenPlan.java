// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import io.evenkeel.simulator.chance.ArrivalProcess;

/**
 * An open load: arrivals that do not wait for answers.
 *
 * <p>With sessions that end each arrival is a new user; without, it is one request, or one operation of a
 * {@link UserRequests.Walk}, by a user who is free.
 *
 * @param perSecond mean rate of arrivals
 * @param arrivals a form of {@link ArrivalProcess#parse}
 * @param users connections at the same time, at most; arrivals beyond wait, and their time runs
 */
public record OpenPlan(UserBehaviour work, double perSecond, String arrivals, int users, Limits limits) {

    public OpenPlan {
        ArrivalProcess.parse(arrivals, perSecond);
        if (users < 1 || users > 100_000) {
            throw new IllegalArgumentException("an open load has 1 to 100000 connections");
        }
    }
}
