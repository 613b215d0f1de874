// SPDX-License-Identifier: Apache-2.0
/**
 * A discrete-event simulation of a cluster that runs the very same policy classes as the dispatcher.
 *
 * <p>A {@link io.evenkeel.simulator.Scenario} is data; {@link io.evenkeel.simulator.Simulation#run} turns it and a policy into a
 * {@link io.evenkeel.simulator.Report}. Time is virtual and all chance comes from the scenario's seed: the same input gives the same bits,
 * a million tasks in about a second. It is for theory, not for figures of merit: no network, no HTTP, no virtual machine.
 *
 * <p>Threads: none of its own; several runs may go on at once on different threads. Knows no policy by name.
 */
@NullMarked
package io.evenkeel.simulator;

import org.jspecify.annotations.NullMarked;
