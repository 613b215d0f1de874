// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings;

import org.jspecify.annotations.Nullable;

/**
 * What the admin server keeps of the past.
 *
 * @param path folder of its files; null for {@code .evenkeel/NAME.history} beside the configuration {@code NAME.yaml}
 */
public record HistorySettings(boolean enabled, @Nullable String path) {

    /** Beside the configuration. */
    public static final HistorySettings DEFAULTS = new HistorySettings(true, null);

    /** None. */
    public static final HistorySettings OFF = new HistorySettings(false, null);
}
