// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import org.jspecify.annotations.Nullable;

/**
 * The secret that all dispatchers of a service share: what one of them signs, the others accept.
 *
 * @param key signs; null when the configuration names none, and then the process uses one of its own
 * @param old accepted besides, so that a key can be replaced; null for none
 */
public record ClusterKey(@Nullable String key, @Nullable String old) {

    /** No key in the configuration. */
    public static final ClusterKey NONE = new ClusterKey(null, null);

    /** Says that there is a key, and not which. */
    @Override
    public String toString() {
        return key == null ? "no cluster key" : "a cluster key";
    }
}
