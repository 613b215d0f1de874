// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import org.jspecify.annotations.Nullable;

/**
 * The past figures that the admin server keeps.
 *
 * @param path folder of its files; null for {@code .evenkeel/NAME.history} beside the configuration
 *     {@code NAME.yaml}
 * @param mostBytes the size that all files may have together
 */
public record HistorySettings(boolean enabled, @Nullable String path, long mostBytes) {

    private static final long MOST_BYTES = 1L << 30;

    /** Kept beside the configuration. */
    public static final HistorySettings DEFAULTS = new HistorySettings(true, null);

    /** No history. */
    public static final HistorySettings OFF = new HistorySettings(false, null);

    /** A history of the size that it has unless the file says otherwise. */
    public HistorySettings(boolean enabled, @Nullable String path) {
        this(enabled, path, MOST_BYTES);
    }
}
