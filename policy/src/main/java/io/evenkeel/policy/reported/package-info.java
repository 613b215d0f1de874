// SPDX-License-Identifier: Apache-2.0
/**
 * The parts that policies on agents' samples share: the last figure of each node with its age, and ways to select by
 * it.
 *
 * <p>The one rule for samples that are old or lack a column is in {@link io.evenkeel.policy.reported.Reported}, and so
 * is the one way to correct a sample by what this dispatcher has sent since. The rules of the SPI hold here as well: no
 * clock, no chance, nothing allocated once made, one thread at a time. Nothing here knows a policy by name.
 */
@NullMarked
package io.evenkeel.policy.reported;

import org.jspecify.annotations.NullMarked;
