// SPDX-License-Identifier: Apache-2.0
/**
 * The TCP plane: connections given to nodes as they are, and the relay of raw bytes, which upgraded HTTP connections
 * use as well.
 *
 * <p>Never looks into the bytes; a PROXY protocol header in front of them is read by {@code listener}. Threads: a
 * connection, its node connection and everything about them belong to one event loop.
 */
@NullMarked
package io.evenkeel.dispatcher.tunnel;

import org.jspecify.annotations.NullMarked;
