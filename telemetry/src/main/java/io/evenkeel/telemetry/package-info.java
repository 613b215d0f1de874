// SPDX-License-Identifier: Apache-2.0
/**
 * EXPORT: sends recorded requests and the figures of {@code /metrics} to a receiver of OpenTelemetry by OTLP, over HTTP
 * or gRPC, with the exporters of OpenTelemetry's SDK. One thread of its own, which alone waits for the receiver.
 */
@NullMarked
package io.evenkeel.telemetry;

import org.jspecify.annotations.NullMarked;
