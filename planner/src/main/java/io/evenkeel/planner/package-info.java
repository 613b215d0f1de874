// SPDX-License-Identifier: Apache-2.0
/**
 * PLAN: the resources of nodes, the forecasts of formulas for them under a load, and the error of these forecasts
 * beside measurements.
 *
 * <p>A {@link io.evenkeel.planner.Fleet} is the servers, a {@link io.evenkeel.planner.PlanModel} a formula for them, a
 * {@link io.evenkeel.planner.Forecast} what it says; {@link io.evenkeel.planner.Planner} inverts formulas: the number
 * of servers, the rate. The formulas themselves are in {@code theory} below. Here rates are per second, as people say
 * them. The simulator is known because a plan can be played in it; the laboratory is not, only the form of its results.
 *
 * <p>Threads: everything except {@code Fleet} is immutable; that one keeps what it has computed and may be shared.
 */
@NullMarked
package io.evenkeel.planner;

import org.jspecify.annotations.NullMarked;
