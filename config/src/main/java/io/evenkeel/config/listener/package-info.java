// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of a listener: its address, the networks it trusts, its limits and the clusters that get its
 * requests.
 *
 * <p>Immutable records of values that were checked; any thread.
 */
@NullMarked
package io.evenkeel.config.listener;

import org.jspecify.annotations.NullMarked;
