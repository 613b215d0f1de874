// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import org.jspecify.annotations.Nullable;

/**
 * The sessions of a cluster as one event loop follows them.
 *
 * @param ties how clients are tied to nodes; null when they are not
 * @param times the times of the last answers, in the clients' cookies; null when these are not wanted
 */
record ClusterAffinity(
        SeenSessions sessions,
        @Nullable Affinity ties,
        @Nullable ResponseTimes times) {}
