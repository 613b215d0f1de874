// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.config.LogSettings.Level;

/**
 * The level of an area of the event log.
 *
 * @param name of the area, such as {@code exchange}
 * @param level least level that is written now
 * @param configured the level without a change at run time
 * @param untilMs end of a change at run time, wall clock in milliseconds; {@link Long#MAX_VALUE} when it lasts as
 *     long as the process, 0 when there is no change
 */
public record LogArea(String name, Level level, Level configured, long untilMs) {}
