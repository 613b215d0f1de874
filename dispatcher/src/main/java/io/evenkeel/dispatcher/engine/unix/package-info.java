// SPDX-License-Identifier: Apache-2.0
/**
 * System calls on sockets of Unix that Java and Netty's channels lack: datagrams between processes, and one call for
 * the ranges of two buffers. Sends octets; what they say, and what becomes of those that are not taken, is the
 * caller's. Knows nothing of the engine's loops. Threads: each object belongs to one.
 */
@NullMarked
package io.evenkeel.dispatcher.engine.unix;

import org.jspecify.annotations.NullMarked;
