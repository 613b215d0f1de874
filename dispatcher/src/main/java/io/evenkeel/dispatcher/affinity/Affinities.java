// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.ClusterKey;
import io.evenkeel.config.cluster.ClusterSettings;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What all loops of a dispatcher share of affinity: the cluster key, and for each cluster the routes and the counts.
 * They outlive a reload. Threads: any.
 */
public final class Affinities {

    private final Map<String, Shared> clusters = new ConcurrentHashMap<>();
    private final String ownKey;
    private volatile Keys keys;

    /** What the loops share of one cluster. */
    record Shared(RouteTable routes, AffinityCounts counts) {}

    /** Keys in octets, an object for each change of the configuration. */
    record Keys(byte[] key, byte @Nullable [] old) {}

    /** @param ownKey the key of this dispatcher, used while the configuration names none */
    public Affinities(String ownKey) {
        this.ownKey = ownKey;
        this.keys = keys(ClusterKey.NONE);
    }

    private Keys keys(ClusterKey settings) {
        String key = settings.key() == null ? ownKey : settings.key();
        return new Keys(octets(key), settings.old() == null ? null : octets(settings.old()));
    }

    private static byte[] octets(String key) {
        return key.strip().getBytes(StandardCharsets.UTF_8);
    }

    /** Follows settings that are in force from now on; what was learned of clusters that left is forgotten. */
    public void follow(ClusterKey key, Map<String, ClusterSettings> wanted) {
        keys = keys(key);
        clusters.keySet().retainAll(wanted.keySet());
        wanted.values().forEach(each -> of(each.name()).routes().nodes(each.nodes()));
    }

    /** Follows the nodes of one cluster. */
    public void follow(ClusterSettings cluster) {
        of(cluster.name()).routes().nodes(cluster.nodes());
    }

    /** The counts of a cluster. */
    public AffinityCounts counts(String cluster) {
        return of(cluster).counts();
    }

    Shared of(String cluster) {
        return clusters.computeIfAbsent(cluster, name -> new Shared(new RouteTable(), new AffinityCounts()));
    }

    Keys keys() {
        return keys;
    }
}
