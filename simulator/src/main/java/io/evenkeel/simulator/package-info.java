// SPDX-License-Identifier: Apache-2.0
/**
 * A simulation of clients, dispatchers and application servers that runs the very same policy classes as the
 * dispatcher.
 *
 * <p>A {@link io.evenkeel.simulator.scenario.Scenario} is data; {@link io.evenkeel.simulator.Simulator#run} turns it, a
 * {@link io.evenkeel.simulator.Chooser} and a seed into a {@link io.evenkeel.simulator.Run}. Time is virtual and all
 * chance comes from the seed: the same input gives the same bits. Choosers that no dispatcher can have,
 * {@link io.evenkeel.simulator.Oracle}, say what is possible at best. No HTTP and no virtual machine: it tells rules
 * apart, not implementations.
 *
 * <p>Threads: none of its own; several runs may go on at once on different threads. Knows no policy by name.
 */
@NullMarked
package io.evenkeel.simulator;

import org.jspecify.annotations.NullMarked;
