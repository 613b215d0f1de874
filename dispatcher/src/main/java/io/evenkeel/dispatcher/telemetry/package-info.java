// SPDX-License-Identifier: Apache-2.0
/**
 * The connection between the dispatcher and what sends its traces and figures to a receiver of OpenTelemetry, the
 * module {@code telemetry}: loaded when a configuration needs it. Threads: see each type.
 */
@NullMarked
package io.evenkeel.dispatcher.telemetry;

import org.jspecify.annotations.NullMarked;
