// SPDX-License-Identifier: Apache-2.0
/**
 * Parts that policies are made of: metrics, which put a figure to a node, and selections, which take a node by that
 * figure.
 *
 * <p>Any {@link io.evenkeel.policy.load.LoadFigure} goes with any selection, so M metrics and N selections make M × N
 * policies. The rules of the SPI hold here as well: no clock, no chance of their own, nothing allocated once made, one
 * thread at a time. Nothing here knows a policy by name.
 */
@NullMarked
package io.evenkeel.policy.load;

import org.jspecify.annotations.NullMarked;
