// SPDX-License-Identifier: Apache-2.0
/**
 * The input of a simulation: servers, work, load, dispatchers and samples as plain records, and the files that they are
 * read from.
 *
 * <p>A {@link io.evenkeel.simulator.scenario.Scenario} is complete and checked, so it can be run. Times are
 * milliseconds of virtual time, so that they fit what {@link io.evenkeel.simulator.chance.Distribution} gives. Knows no
 * policy and nothing that runs.
 *
 * <p>Threads: immutable, so any.
 */
@NullMarked
package io.evenkeel.simulator.scenario;

import org.jspecify.annotations.NullMarked;
