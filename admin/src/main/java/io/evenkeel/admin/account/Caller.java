// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a request.
 *
 * @param name as the log of changes shows it: a user's name, {@code token NAME}, or {@code admin token}
 * @param from network address
 * @param clusters the clusters whose nodes it may change, and nothing else; empty for no such limit
 */
public record Caller(String name, Role role, String from, Set<String> clusters) {

    public Caller {
        clusters = Set.copyOf(clusters);
    }

    /** A caller whose role is the only limit. */
    public Caller(String name, Role role, String from) {
        this(name, role, from, Set.of());
    }

    /**
     * True when a change of a cluster is within the limits; null stands for a change that is not a single cluster's.
     */
    public boolean reaches(@Nullable String cluster) {
        return clusters.isEmpty() || (cluster != null && clusters.contains(cluster));
    }
}
