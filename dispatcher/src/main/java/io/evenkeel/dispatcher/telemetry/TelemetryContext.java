// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.telemetry;

import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.trace.TraceLane;
import java.util.List;

/**
 * The things that the sender of traces and figures takes from the dispatcher.
 *
 * @param lanes recorded requests, of each loop; the sender is their only reader
 * @param control the figures
 * @param events what happens with the receiver
 */
public record TelemetryContext(List<TraceLane> lanes, Control control, EventLogger events) {

    public TelemetryContext {
        lanes = List.copyOf(lanes);
    }
}
