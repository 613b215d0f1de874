// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import io.evenkeel.config.alert.AlertSettings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.tls.AcmeSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole checked configuration.
 *
 * @param listeners in the order of the file; names are unique
 * @param clusters by name, in the order of the file
 * @param clusterKey the key by which dispatchers trust what one of them signed
 * @param acme the authority that issues certificates; null when none is got by ACME
 * @param alerts rules about figures and states
 * @param telemetry the receiver of traces and figures; null when nothing is sent
 * @param cache the memory of the routes that store answers
 * @param join the dispatchers that share one view with this one; null for a dispatcher by itself
 */
public record Settings(
        List<ListenerSettings> listeners,
        Map<String, ClusterSettings> clusters,
        AdminSettings admin,
        LogSettings log,
        EngineSettings engine,
        ClusterKey clusterKey,
        @Nullable AcmeSettings acme,
        AlertSettings alerts,
        @Nullable TelemetrySettings telemetry,
        CacheSettings cache,
        @Nullable JoinSettings join) {

    /** Settings of a dispatcher that gets no certificates, raises no alerts, sends no figures and is by itself. */
    public Settings(
            List<ListenerSettings> listeners,
            Map<String, ClusterSettings> clusters,
            AdminSettings admin,
            LogSettings log,
            EngineSettings engine,
            ClusterKey clusterKey) {
        this(
                listeners,
                clusters,
                admin,
                log,
                engine,
                clusterKey,
                null,
                AlertSettings.OFF,
                null,
                CacheSettings.DEFAULTS,
                null);
    }

    public Settings {
        listeners = List.copyOf(listeners);
        clusters = Collections.unmodifiableMap(new LinkedHashMap<>(clusters));
    }
}
