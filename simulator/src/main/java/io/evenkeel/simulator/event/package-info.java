// SPDX-License-Identifier: Apache-2.0
/**
 * What is to happen when: timers, ways that take the same time for all, and which of many servers is first.
 *
 * <p>Numbers in primitive arrays; knows nothing of what the numbers mean. Threads: one for a run.
 */
@NullMarked
package io.evenkeel.simulator.event;

import org.jspecify.annotations.NullMarked;
