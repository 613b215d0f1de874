// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.telemetry;

import io.evenkeel.config.TelemetrySettings;
import io.evenkeel.dispatcher.control.TelemetryView;
import org.jspecify.annotations.Nullable;

/**
 * Sends traces and figures to a receiver. A receiver that is away disturbs nobody: what it should have got is counted
 * and given up. Threads: {@link #follow} and {@link #close} are serial; {@link #view} is for any thread.
 */
public interface Telemetry extends AutoCloseable {

    /**
     * Sends to this receiver from now on.
     *
     * @param settings null to send nothing any more
     */
    void follow(@Nullable TelemetrySettings settings);

    /** Figures since the start. */
    TelemetryView view();

    /** Sends what is recorded, for a second at most, and ends. */
    @Override
    void close();
}
