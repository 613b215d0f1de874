// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

/**
 * The sessions of a cluster that run at all other members.
 *
 * @param running sessions, as they are estimated there
 * @param thinkNs their mean think time; of no meaning when none runs
 * @param perSecond requests that the nodes get from there
 */
public record RunningElsewhere(double running, double thinkNs, double perSecond) {}
