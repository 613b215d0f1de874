// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.telemetry;

/** Makes what sends traces and figures; found by {@link java.util.ServiceLoader} when a configuration wants it. */
public interface TelemetryProvider {

    /** A sender that does nothing before it is told what to follow. */
    Telemetry open(TelemetryContext context);
}
