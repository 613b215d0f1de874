// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The owner of figures: the dispatcher, a cluster or a node.
 *
 * @param cluster null for the dispatcher
 * @param node null for the dispatcher and for a cluster
 */
public record Scope(@Nullable String cluster, @Nullable String node) {

    /** The dispatcher as a whole. */
    public static final Scope DISPATCHER = new Scope(null, null);

    private static final int LONGEST_WORD = 32;
    private static final int HASH_DIGITS = 24;

    public Scope {
        if (cluster == null && node != null) {
            throw new IllegalArgumentException("a node is of a cluster");
        }
    }

    static Scope cluster(String cluster) {
        return new Scope(cluster, null);
    }

    static Scope node(String cluster, String node) {
        return new Scope(cluster, node);
    }

    /** The name as people write it, such as {@code shop/vcn1}. */
    String name() {
        if (cluster == null) {
            return "the dispatcher";
        }
        return node == null ? "cluster " + cluster : cluster + "/" + node;
    }

    /** The figures that are kept of it. */
    public List<HistoryMetric> metrics() {
        if (cluster == null) {
            return Catalog.DISPATCHER;
        }
        return node == null ? Catalog.CLUSTER : Catalog.NODE;
    }

    /**
     * The name of its file: letters that people recognise, then a hash of the true names, which may hold anything. So
     * no name leads out of the folder, and no two share a file.
     */
    String file() {
        if (cluster == null) {
            return "dispatcher.rrd";
        }
        String kind = node == null ? "cluster" : "node";
        String names = kind + '\0' + cluster + '\0' + (node == null ? "" : node);
        return kind + "-" + word(node == null ? cluster : node) + "-" + hash(names) + ".rrd";
    }

    private static String word(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9]", "_");
        return safe.substring(0, Math.min(LONGEST_WORD, safe.length()));
    }

    private static String hash(String names) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(names.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
