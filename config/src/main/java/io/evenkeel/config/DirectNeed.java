// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import java.util.Optional;

/**
 * The memory outside the heap that a configuration needs: that of its sessions when as many come as it allows, that of
 * its cache, and room for the buffers of the traffic. The launcher gives the same to every configuration; its file
 * holds the number, too.
 */
public final class DirectNeed {

    /** Octets for a session that is remembered or counted. */
    private static final long SESSION_OCTETS = 48;

    private static final int TABLE_MB = 2;
    private static final int BUFFERS_MB = 256;

    private DirectNeed() {}

    /** Megabytes for the sessions of all clusters of a configuration, and for the addresses that are remembered. */
    static int sessionMegabytes(Settings settings) {
        long megabytes = settings.clusters().values().stream()
                .mapToLong(cluster -> megabytes(cluster.affinity()))
                .sum();
        return (int) Math.min(Integer.MAX_VALUE - BUFFERS_MB, megabytes);
    }

    private static long megabytes(AffinitySettings affinity) {
        return table(affinity.followed()) + (affinity.mode() == Mode.SOURCE_IP ? table(affinity.entries()) : 0);
    }

    private static long table(int entries) {
        return TABLE_MB + ((entries * SESSION_OCTETS) >> 20);
    }

    /**
     * A sentence for the user who starts a dispatcher with too little; empty when it is enough.
     *
     * @param directBytes the most memory outside the heap that this process may have
     */
    public static Optional<String> tooLittle(Settings settings, long directBytes) {
        int sessions = sessionMegabytes(settings);
        long cache = caches(settings) ? (settings.cache().memory() * 5 / 4) >> 20 : 0;
        long needed = BUFFERS_MB + sessions + cache;
        long has = directBytes >> 20;
        return has >= needed
                ? Optional.empty()
                : Optional.of("the sessions of this configuration may take " + sessions
                        + " MB outside the heap" + (cache == 0 ? "" : ", and its cache " + cache + " MB")
                        + ", which has " + has + " MB there for them and for all traffic"
                        + "; start with EVENKEEL_JAVA_OPTS=-XX:MaxDirectMemorySize=" + needed
                        + "m, or lower 'entries' of affinity" + (cache == 0 ? "" : " or 'cache.memory'"));
    }

    /** True when a route stores answers. */
    static boolean caches(Settings settings) {
        return settings.listeners().stream()
                .flatMap(each -> each.routes().stream())
                .anyMatch(route -> route.rules().cache() != null);
    }
}
