// SPDX-License-Identifier: Apache-2.0
/**
 * TCP listeners: connections given to nodes as they are. A task has one client connection: it gets a node, a connection
 * to it, and a tunnel.
 *
 * <p>Never looks into the bytes; a PROXY protocol header in front of them is read by {@code listener}. Threads: a
 * connection, its node connection and everything about them belong to one event loop.
 */
@NullMarked
package io.evenkeel.dispatcher.tunnel.tcp;

import org.jspecify.annotations.NullMarked;
