// SPDX-License-Identifier: Apache-2.0
/**
 * The capacity planner: what nodes are made of, what formulas say about them under a load, and how far that was from what was measured.
 *
 * <p>A {@link io.evenkeel.lab.plan.Fleet} is the servers, a {@link io.evenkeel.lab.plan.PlanModel} a formula for them, a
 * {@link io.evenkeel.lab.plan.Forecast} what it says; {@link io.evenkeel.lab.plan.Planner} turns formulas round: how many servers, which rate.
 * The formulas themselves are in {@code simulator.theory}. Here rates are per second, as people say them.
 *
 * <p>Threads: everything but {@code Fleet} is immutable; that one keeps what it has computed and may be shared.
 */
@NullMarked
package io.evenkeel.lab.plan;

import org.jspecify.annotations.NullMarked;
