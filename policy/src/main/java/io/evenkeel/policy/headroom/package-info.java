// SPDX-License-Identifier: Apache-2.0
/**
 * The knowledge of the policy {@code headroom} of each node, and its turns: how fast it is, how much it can do at
 * once, who else uses it.
 *
 * <p>Arrays by slot, made once. The rules of the SPI hold here as well: no clock, no chance, nothing allocated once
 * made, one thread at a time.
 */
@NullMarked
package io.evenkeel.policy.headroom;

import org.jspecify.annotations.NullMarked;
