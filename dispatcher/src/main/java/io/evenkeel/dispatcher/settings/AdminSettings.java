// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings;

import io.evenkeel.dispatcher.settings.address.HostPort;
import org.jspecify.annotations.Nullable;

/**
 * The admin server.
 *
 * @param address where it listens; null for no admin server
 * @param token bearer token that changes need; null makes one at start and keeps it beside the configuration
 */
public record AdminSettings(
        @Nullable HostPort address, @Nullable String token, HistorySettings history) {

    /** With the history that is kept unless the file says otherwise. */
    public AdminSettings(@Nullable HostPort address, @Nullable String token) {
        this(address, token, HistorySettings.DEFAULTS);
    }
}
