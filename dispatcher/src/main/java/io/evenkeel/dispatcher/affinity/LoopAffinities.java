// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.dispatcher.affinity.Affinities.SigningKeys;
import io.evenkeel.dispatcher.affinity.store.LoopSessions;
import io.evenkeel.dispatcher.affinity.store.SharedSessions;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Cluster;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** The sessions of each cluster as one event loop follows them, made again when its settings or the key change. */
public final class LoopAffinities {

    private final Affinities shared;
    private final LoopClock clock;

    /** Forgets a cluster that has left, so nothing that is made for one refers to it. */
    private final Map<Cluster, Made> clusters = new WeakHashMap<>();

    /** The cluster of the request before, which most loops see again and again. */
    private @Nullable Cluster last;

    private @Nullable Made lastMade;

    private record Made(AffinitySettings settings, SigningKeys keys, ClusterAffinity affinity) {}

    /** @param world the time of cookies */
    public LoopAffinities(Affinities shared, Loop loop, InstantSource world) {
        this.shared = shared;
        this.clock = new LoopClock(loop, world);
    }

    /** The sessions of a cluster. */
    @SuppressWarnings("ReferenceEquality") // settings and keys are made once for each load of the configuration
    ClusterAffinity of(Cluster cluster) {
        AffinitySettings settings = cluster.settings().affinity();
        SigningKeys keys = shared.keys();
        Made made = last == cluster ? lastMade : clusters.get(cluster);
        if (made == null || made.settings() != settings || made.keys() != keys) {
            ClusterParts from = shared.of(cluster);
            made = new Made(settings, keys, make(cluster, settings, keys, from));
            clusters.put(cluster, made);
        }
        last = cluster;
        lastMade = made;
        return made.affinity();
    }

    private ClusterAffinity make(Cluster cluster, AffinitySettings settings, SigningKeys keys, ClusterParts from) {
        SharedSessions store = from.shared();
        SeenSessions sessions = new SeenSessions(
                settings.cookie(),
                shared.hash(),
                from.sessions(),
                from.routes(),
                from.counts(),
                clock,
                settings.mode() == Mode.LEARNED,
                store == null ? null : new LoopSessions(store, keys.shared(), cluster, clock.loop()));
        String times = settings.responseTime();
        return new ClusterAffinity(
                sessions,
                ties(cluster.name(), settings, keys, from),
                times == null ? null : keys.times(times, settings, cluster.name(), clock));
    }

    private @Nullable Affinity ties(String cluster, AffinitySettings settings, SigningKeys keys, ClusterParts from) {
        boolean strict = settings.strict();
        return switch (settings.mode()) {
            case NONE -> null;
            case COOKIE -> {
                Duration age = settings.ours().age();
                CookieSeal seal = keys.seal(cluster, age == null ? 0 : age.toSeconds());
                yield new CookieAffinity(settings, seal, from.counts(), clock);
            }
            case JVM_ROUTE ->
                new RouteAffinity(
                        strict,
                        settings.cookie(),
                        from.routes(),
                        from.counts(),
                        clock.loop().events().cluster());
            case LEARNED -> new LearnedAffinity(strict, from.counts());
            case SOURCE_IP ->
                new AddressAffinity(strict, new AddressBook(from.addresses(), shared.hash()), from.counts(), clock);
        };
    }
}
