// SPDX-License-Identifier: Apache-2.0
/**
 * Sums and growth over the recent past, in virtual time: what the agent in a simulated server looks back on.
 *
 * <p>Numbers in arrays; knows nothing of what the numbers mean. Threads: one for a run.
 */
@NullMarked
package io.evenkeel.simulator.recent;

import org.jspecify.annotations.NullMarked;
