// SPDX-License-Identifier: Apache-2.0
/**
 * Parts that both ends of a connection of HTTP/2 need, whether it was accepted or made: frames gathered for one write,
 * blocks of fields put together, turns of streams that wait.
 *
 * <p>Knows a connection and frames, but no stream's meaning. Threads: an object belongs to one loop.
 */
@NullMarked
package io.evenkeel.dispatcher.http2.link;

import org.jspecify.annotations.NullMarked;
