// SPDX-License-Identifier: Apache-2.0
/**
 * The policy SPI: how a task is given to a node.
 *
 * <p>A {@link io.evenkeel.policy.Policy} is asked once for every task and answers with a node's slot. It is a pure
 * object: no clock, thread, lock, log or socket; time and randomness are handed in. The dispatcher, the simulator and
 * the replay of a journal run the very same classes.
 *
 * <p>Threads: one policy object serves one cluster, and its caller lets one thread in at a time. Policies are written
 * as if there were no other thread.
 *
 * <p>Units: times are nanoseconds of one monotonic clock and end in {@code Ns}; shares are 0.0 to 1.0.
 */
@NullMarked
package io.evenkeel.policy;

import org.jspecify.annotations.NullMarked;
