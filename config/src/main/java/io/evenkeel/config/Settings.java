// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.listener.ListenerSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A whole checked configuration.
 *
 * @param listeners in the order of the file; names are unique
 * @param clusters by name, in the order of the file
 * @param clusterKey the key by which dispatchers trust what one of them signed
 */
public record Settings(
        List<ListenerSettings> listeners,
        Map<String, ClusterSettings> clusters,
        AdminSettings admin,
        LogSettings log,
        EngineSettings engine,
        ClusterKey clusterKey) {

    public Settings {
        listeners = List.copyOf(listeners);
        clusters = Collections.unmodifiableMap(new LinkedHashMap<>(clusters));
    }
}
