// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.tls.TlsSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The admin server.
 *
 * @param address on which it listens; null for no admin server
 * @param token bearer token that changes need; null makes one at start and keeps it beside the configuration
 * @param history the past figures that it keeps
 * @param tls null for plain HTTP
 * @param broker the terms on which it chooses nodes for clients
 */
public record AdminSettings(
        @Nullable HostPort address,
        @Nullable String token,
        HistorySettings history,
        @Nullable TlsSettings tls,
        BrokerSettings broker) {

    /** Plain HTTP, and the history that is kept unless the file says otherwise. */
    public AdminSettings(@Nullable HostPort address, @Nullable String token) {
        this(address, token, HistorySettings.DEFAULTS);
    }

    /** Plain HTTP. */
    public AdminSettings(@Nullable HostPort address, @Nullable String token, HistorySettings history) {
        this(address, token, history, null);
    }

    /** The broker's terms unless the file says otherwise. */
    public AdminSettings(
            @Nullable HostPort address, @Nullable String token, HistorySettings history, @Nullable TlsSettings tls) {
        this(address, token, history, tls, BrokerSettings.DEFAULTS);
    }

    /** The effect of a reload with other settings, a sentence for each change without its full stop. */
    public List<String> changes(AdminSettings next) {
        List<String> changes = new ArrayList<>();
        if (!Objects.equals(address, next.address) || (tls == null) != (next.tls == null)) {
            changes.add("admin: a change of the address or of TLS takes effect at the next start");
        } else if (tls != null && next.tls != null && !tls.identity().equals(next.tls.identity())) {
            changes.add("admin: another " + next.tls.identity());
        }
        if (!Objects.equals(token, next.token)) {
            changes.add("admin: a change of the token takes effect at the next start");
        }
        if (address != null && next.address != null && !history.equals(next.history)) {
            changes.add("admin: a change of the history takes effect at the next start");
        }
        return changes;
    }
}
