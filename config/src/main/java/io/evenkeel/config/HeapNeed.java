// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.listener.BasicSettings;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.config.listener.RuleSettings;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The heap that a configuration needs, by its nodes: the share of each in the data plane and in every copy of the
 * figures, and, for nodes with a history, its open file; and by its passwords: the memory of the largest Argon2 hash
 * of all files, since one is checked at a time and nothing of it is kept. That is at most 20 MB, so the least heap has
 * room for it. The launcher counts in the same way ({@code heap_of} in {@code ./evenkeel}), and where there are
 * passwords, it takes the most for them.
 */
public final class HeapNeed {

    /** The least that the launcher gives. */
    public static final int LEAST_MB = 128;

    private static final int BASE_MB = 64;
    private static final int MOST_FILES = 256;
    /** Megabytes for the objects of a cache of 256 MB, which the least heap has. */
    private static final int CACHE_FREE_MB = 32;

    private HeapNeed() {}

    /** Megabytes for all nodes of a configuration, a third of them spare room for the collector. */
    public static int megabytes(Settings settings) {
        int nodes =
                settings.clusters().values().stream().mapToInt(HeapNeed::most).sum();
        return megabytes(nodes, settings.admin().history().enabled(), passwordMegabytes(settings))
                + Math.max(0, cacheMegabytes(settings) - CACHE_FREE_MB);
    }

    /** Keys and objects of stored answers, of which each takes at least 4 kB of the cache's memory. */
    private static int cacheMegabytes(Settings settings) {
        return DirectNeed.caches(settings) ? (int) (settings.cache().memory() >> 23) : 0;
    }

    private static int passwordMegabytes(Settings settings) {
        int kib = settings.listeners().stream()
                .flatMap(each -> Stream.concat(
                        Stream.of(each.rules()), each.routes().stream().map(RouteSettings::rules)))
                .map(RuleSettings::basic)
                .filter(Objects::nonNull)
                .mapToInt(BasicSettings::memoryKib)
                .max()
                .orElse(0);
        // each KiB is a block with two headers
        return (kib + kib / 32 + 1023) / 1024;
    }

    /** The nodes that a cluster has, and those that it may find. */
    private static int most(ClusterSettings cluster) {
        DiscoverSettings discover = cluster.discover();
        return cluster.nodes().size() + (discover == null ? 0 : discover.maxNodes());
    }

    /**
     * Megabytes for a number of nodes.
     *
     * @param history true when the console keeps their figures in files
     * @param passwords megabytes that the check of a password takes
     */
    static int megabytes(int nodes, boolean history, int passwords) {
        int files = history ? Math.min(nodes, MOST_FILES) * 9 / 16 : 0;
        return Math.max(LEAST_MB, BASE_MB + files + nodes * 3 / 32 + passwords);
    }

    /**
     * A sentence for the user who starts a dispatcher with too little; empty when it is enough.
     *
     * @param heapBytes the most this process may have
     */
    public static Optional<String> tooLittle(Settings settings, long heapBytes) {
        int needed = megabytes(settings);
        long has = heapBytes >> 20;
        // the JVM leaves out one survivor space, a thirtieth of the whole
        return has + has / 16 + 1 >= needed
                ? Optional.empty()
                : Optional.of("the heap may be too small for this configuration: it has " + has + " MB of " + needed
                        + "; start with EVENKEEL_JAVA_OPTS=-Xmx" + needed + "m");
    }
}
