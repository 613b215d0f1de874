// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/**
 * Counts of what a receiver of OpenTelemetry was sent since the start.
 *
 * @param away the last message could not be delivered
 * @param spans those that were delivered
 * @param spansFull those that found no room, because more were recorded than could be sent
 * @param spansFailed those that were given up with a message that could not be delivered
 * @param messages messages with figures that were delivered
 * @param messagesFailed messages with figures that were given up
 */
public record TelemetryView(
        boolean away, long spans, long spansFull, long spansFailed, long messages, long messagesFailed) {}
