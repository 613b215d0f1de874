// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration: from a YAML file to immutable records.
 *
 * <p>Records hold values that were checked: a {@link io.evenkeel.config.Settings} in hand is one the
 * dispatcher can run. Durations are {@link java.time.Duration}, sizes are bytes. Nothing here opens a socket or knows a
 * channel.
 */
@NullMarked
package io.evenkeel.config;

import org.jspecify.annotations.NullMarked;
