// SPDX-License-Identifier: Apache-2.0

/** The section of a configuration about receivers of OpenTelemetry: checked and read. Threads: none of its own. */
@NullMarked
package io.evenkeel.config.file.telemetry;

import org.jspecify.annotations.NullMarked;
