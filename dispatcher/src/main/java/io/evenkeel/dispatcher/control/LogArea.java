// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.settings.LogSettings.Level;

/**
 * How much an area of the event log writes.
 *
 * @param name such as {@code exchange}
 * @param level least level that is written now
 * @param configured what it is without a change at run time
 * @param untilMs when a change ends, wall clock in milliseconds; {@link Long#MAX_VALUE} with the process, 0 when there is none
 */
public record LogArea(String name, Level level, Level configured, long untilMs) {}
