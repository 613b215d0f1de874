// SPDX-License-Identifier: Apache-2.0
/**
 * The arithmetic that keeps a cluster in trouble from being given even more work; the dispatcher and the simulator run
 * the same code.
 *
 * <p>The rules of the SPI hold here as well: no clock, nothing allocated once made, one thread at a time. Only the rule
 * of the queue in front of a cluster is here: exchanges wait in the dispatcher's queue, numbers in the simulator's.
 */
@NullMarked
package io.evenkeel.policy.overload;

import org.jspecify.annotations.NullMarked;
