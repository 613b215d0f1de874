// SPDX-License-Identifier: Apache-2.0
/**
 * Queueing theory: what formulas say about servers, for the planner, the laboratory and tests of the simulator.
 *
 * <p>Times are milliseconds, rates are per millisecond, shares are 0 to 1. A system that is offered more than it can do
 * has infinite times; arguments that make no sense are an {@link IllegalArgumentException}. Each class says its source,
 * and whether it is exact.
 *
 * <p>Threads: everything is immutable. Knows no scenario, policy or clock.
 *
 * <p>Sources: [L] Lazowska, Zahorjan, Graham, Sevcik: Quantitative System Performance, 1984. [K1], [K2] Kleinrock:
 * Queueing Systems 1 and 2, 1975 and 1976. [A] Allen: Probability, Statistics and Queueing Theory, 2nd edition, 1990.
 * [P2] the second paper, section 2.8.
 */
@NullMarked
package io.evenkeel.planner.theory;

import org.jspecify.annotations.NullMarked;
