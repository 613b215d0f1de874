// SPDX-License-Identifier: Apache-2.0
/**
 * Datagrams to Unix sockets, which Java has not. Sends octets; what they say, and what becomes of those that are not
 * taken, is the caller's. Knows nothing of the engine's loops. Threads: each socket belongs to one.
 */
@NullMarked
package io.evenkeel.dispatcher.engine.unix;

import org.jspecify.annotations.NullMarked;
