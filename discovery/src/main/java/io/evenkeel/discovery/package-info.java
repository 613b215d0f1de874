// SPDX-License-Identifier: Apache-2.0
/**
 * Sources of nodes: DNS through Netty's resolver, files, EndpointSlices through fabric8's client, Consul over its HTTP
 * API. Each answers one question at a time and knows nothing of clusters.
 *
 * <p>Loaded by the dispatcher only when a configuration finds nodes elsewhere or names them. Threads: those of the
 * libraries and one for files; no event loop of the dispatcher.
 */
@NullMarked
package io.evenkeel.discovery;

import org.jspecify.annotations.NullMarked;
