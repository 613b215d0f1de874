// SPDX-License-Identifier: Apache-2.0
/**
 * The heads of HTTP/2 (RFC 9113 §8) in the form of HTTP/1.1, and the other way round: every rule for fields that only
 * HTTP/2 has is checked here, and everything else by the readers of HTTP/1.1, which take what is composed here.
 *
 * <p>So the length of a message, its host and its target are understood in one place, whatever protocol it came in.
 * Knows no frame, no channel and no node.
 *
 * <p>Threads: an object serves one loop and is never shared.
 */
@NullMarked
package io.evenkeel.dispatcher.http2.head;

import org.jspecify.annotations.NullMarked;
