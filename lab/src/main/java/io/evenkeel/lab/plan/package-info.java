// SPDX-License-Identifier: Apache-2.0
/**
 * The capacity planner: the resources of nodes, the forecasts of formulas for them under a load, and the error of these
 * forecasts beside measurements.
 *
 * <p>A {@link io.evenkeel.lab.plan.Fleet} is the servers, a {@link io.evenkeel.lab.plan.PlanModel} a formula for them,
 * a {@link io.evenkeel.lab.plan.Forecast} what it says; {@link io.evenkeel.lab.plan.Planner} inverts formulas: the
 * number of servers, the rate. The formulas themselves are in {@code simulator.theory}. Here rates are per second, as
 * people say them.
 *
 * <p>Threads: everything except {@code Fleet} is immutable; that one keeps what it has computed and may be shared.
 */
@NullMarked
package io.evenkeel.lab.plan;

import org.jspecify.annotations.NullMarked;
