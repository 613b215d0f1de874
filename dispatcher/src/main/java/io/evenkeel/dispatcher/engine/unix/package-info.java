// SPDX-License-Identifier: Apache-2.0
/**
 * What Java and Netty's channels lack of the sockets of Unix: datagrams between processes, and one system call for the
 * ranges of two buffers. Sends octets; what they say, and what becomes of those that are not taken, is the caller's.
 * Knows nothing of the engine's loops. Threads: each object belongs to one.
 */
@NullMarked
package io.evenkeel.dispatcher.engine.unix;

import org.jspecify.annotations.NullMarked;
