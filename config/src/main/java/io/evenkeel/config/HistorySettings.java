// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import org.jspecify.annotations.Nullable;

/**
 * The past figures that the admin server keeps.
 *
 * @param path folder of its files; null for {@code .evenkeel/NAME.history} beside the configuration
 *     {@code NAME.yaml}
 */
public record HistorySettings(boolean enabled, @Nullable String path) {

    /** Kept beside the configuration. */
    public static final HistorySettings DEFAULTS = new HistorySettings(true, null);

    /** No history. */
    public static final HistorySettings OFF = new HistorySettings(false, null);
}
