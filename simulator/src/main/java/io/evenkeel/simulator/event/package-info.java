// SPDX-License-Identifier: Apache-2.0
/**
 * The events to come: timers, ways that take the same time for all, the first of many servers, and the order of all.
 *
 * <p>Numbers in primitive arrays; knows nothing of what the numbers mean. Threads: one for a run.
 */
@NullMarked
package io.evenkeel.simulator.event;

import org.jspecify.annotations.NullMarked;
