// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.dispatcher.affinity.Affinities.Keys;
import io.evenkeel.dispatcher.affinity.Affinities.Shared;
import io.evenkeel.dispatcher.node.Cluster;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** The affinity of each cluster as one event loop uses it, made again when its settings or the key have changed. */
public final class LoopAffinities {

    private final Affinities shared;
    private final InstantSource clock;
    private final Map<Cluster, Made> clusters = new WeakHashMap<>();

    private record Made(AffinitySettings settings, Keys keys, Affinity affinity) {}

    public LoopAffinities(Affinities shared, InstantSource clock) {
        this.shared = shared;
        this.clock = clock;
    }

    /** The affinity of a cluster; null when it ties no clients to nodes by what requests say. */
    @SuppressWarnings("ReferenceEquality") // settings and keys are made once for each load of the configuration
    @Nullable
    Affinity of(Cluster cluster) {
        AffinitySettings settings = cluster.settings().affinity();
        if (settings.mode() == Mode.NONE) {
            return null;
        }
        Made made = clusters.get(cluster);
        Keys keys = shared.keys();
        if (made == null || made.settings() != settings || made.keys() != keys) {
            made = new Made(settings, keys, make(cluster.name(), settings, keys));
            clusters.put(cluster, made);
        }
        return made.affinity();
    }

    private Affinity make(String cluster, AffinitySettings settings, Keys keys) {
        Shared mine = shared.of(cluster);
        return switch (settings.mode()) {
            case JVM_ROUTE -> new RouteAffinity(settings.strict(), settings.cookie(), mine.routes(), mine.counts());
            default -> {
                Duration age = settings.ours().age();
                CookieSeal seal = new CookieSeal(keys.key(), keys.old(), cluster, age == null ? 0 : age.toSeconds());
                yield new CookieAffinity(settings, seal, mine.counts(), clock);
            }
        };
    }
}
