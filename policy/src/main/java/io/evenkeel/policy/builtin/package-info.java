// SPDX-License-Identifier: Apache-2.0
/**
 * The policies that come with Evenkeel, one class each; {@link io.evenkeel.policy.builtin.BuiltinPolicies} lists them.
 *
 * <p>No code outside names a class of this package: policies are found by the name they have in configuration files.
 * A metric or a way to select that several policies share is in {@link io.evenkeel.policy.load}.
 *
 * <p>Threads, clock and chance: as the SPI says. Learned figures are computed with StrictMath, so that a journal
 * replays to the same bits on another machine.
 */
@NullMarked
package io.evenkeel.policy.builtin;

import org.jspecify.annotations.NullMarked;
