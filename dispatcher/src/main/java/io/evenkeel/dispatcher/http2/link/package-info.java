// SPDX-License-Identifier: Apache-2.0
/**
 * Parts that both ends of a connection of HTTP/2 need, whether it was accepted or made: the rules for frames that are
 * the same on both, the receiving and the sending half of streams with their windows and turns, frames
 * gathered for one write, blocks of fields put together, budgets for frames that carry nothing.
 *
 * <p>Knows a connection and frames, but no stream's meaning: who may begin streams, and what ends with an error, is the
 * owner's. Threads: an object belongs to one loop.
 */
@NullMarked
package io.evenkeel.dispatcher.http2.link;

import org.jspecify.annotations.NullMarked;
