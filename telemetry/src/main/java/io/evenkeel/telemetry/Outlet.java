// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.telemetry;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Collection;

/** The way to one receiver, by one configuration. One thread. */
interface Outlet extends AutoCloseable {

    /** Sends spans; the answer comes within the settings' timeout. */
    CompletableResultCode spans(Collection<SpanData> spans);

    /** Sends figures; the answer comes within the settings' timeout. */
    CompletableResultCode figures(Collection<MetricData> figures);

    @Override
    void close();
}
