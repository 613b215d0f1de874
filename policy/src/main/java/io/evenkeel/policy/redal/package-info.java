// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of the policy {@code redal} (paper 4, section 2): load by time slice, expected and actual; the reservation
 * of each session; the mean time between requests; the throughput of each node over its load.
 *
 * <p>Arrays made once. The rules of the SPI hold here as well: no clock, no chance, nothing allocated once made, one
 * thread at a time.
 */
@NullMarked
package io.evenkeel.policy.redal;

import org.jspecify.annotations.NullMarked;
