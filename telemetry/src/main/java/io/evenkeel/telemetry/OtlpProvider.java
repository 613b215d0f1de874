// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.telemetry;

import io.evenkeel.dispatcher.telemetry.Telemetry;
import io.evenkeel.dispatcher.telemetry.TelemetryContext;
import io.evenkeel.dispatcher.telemetry.TelemetryProvider;

/** Opens senders that speak OTLP. */
public final class OtlpProvider implements TelemetryProvider {

    @Override
    public Telemetry open(TelemetryContext context) {
        OtlpTelemetry telemetry = new OtlpTelemetry(context, OtlpReceiver::new);
        telemetry.start();
        return telemetry;
    }
}
