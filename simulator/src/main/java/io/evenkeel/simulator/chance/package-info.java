// SPDX-License-Identifier: Apache-2.0
/**
 * Chance: distributions of times, lengths and sizes, and processes by which requests arrive, read from the texts that
 * people write.
 *
 * <p>Everything is drawn from the generator that is handed in and from nothing else, so one seed gives one sequence.
 * Sampling allocates nothing. Distributions are without state and for any thread; an arrival process has a state and is
 * for one stream and one thread.
 */
@NullMarked
package io.evenkeel.simulator.chance;

import org.jspecify.annotations.NullMarked;
