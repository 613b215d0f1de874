// SPDX-License-Identifier: Apache-2.0
/**
 * What a listener is configured to be: where it listens, whom it trusts, what it accepts and which cluster gets it.
 *
 * <p>Immutable records of values that were checked; any thread.
 */
@NullMarked
package io.evenkeel.dispatcher.settings.listener;

import org.jspecify.annotations.NullMarked;
