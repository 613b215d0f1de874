// SPDX-License-Identifier: Apache-2.0
/**
 * Connections to nodes: kept alive for each event loop, made when there is none, and never more than a node allows.
 *
 * <p>Carries requests and answers without reading them, except for the frames of HTTP/2. Threads: a pool and its
 * connections belong to one loop; only the count of a node's connections is shared, in its cluster.
 */
@NullMarked
package io.evenkeel.dispatcher.backend;

import org.jspecify.annotations.NullMarked;
