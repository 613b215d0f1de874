// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

/**
 * The sessions of a cluster at other dispatchers that are joined with this one.
 *
 * @param running sessions that run there, as they are estimated
 * @param thinkNs the mean think time there; of no meaning when none runs
 * @param perSecond requests that the nodes get from there
 */
public record OtherSessions(double running, double thinkNs, double perSecond) {

    /** No other dispatcher. */
    public static final OtherSessions NONE = new OtherSessions(0, 0, 0);
}
