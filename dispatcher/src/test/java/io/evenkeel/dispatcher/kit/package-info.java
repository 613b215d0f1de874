// SPDX-License-Identifier: Apache-2.0
/**
 * The test kit: a strict reference reader, a raw client, scripted nodes and a started dispatcher.
 *
 * <p>Plain blocking sockets and plain threads, one per connection, so that a test says exactly which bytes go out and
 * sees exactly which come in. Nothing here shares code with the data plane under test, and nothing waits without a
 * deadline. Except {@code MemoryStand}: it runs the data plane's own classes on connections in memory, in virtual time.
 */
@NullMarked
package io.evenkeel.dispatcher.kit;

import org.jspecify.annotations.NullMarked;
