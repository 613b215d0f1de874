// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import org.jspecify.annotations.Nullable;

/**
 * The sessions of a cluster as one event loop follows them.
 *
 * @param ties how clients are tied to nodes; null when they are not
 */
record ClusterAffinity(SeenSessions sessions, @Nullable Affinity ties) {}
