// SPDX-License-Identifier: Apache-2.0
/**
 * Frames of HTTP/2 (RFC 9113 §4 and §6): read where they came in, written into a buffer, and the rules for a frame that
 * need nothing but the frame itself.
 *
 * <p>Knows no stream and no connection. Threads: an object belongs to the loop of its owner.
 */
@NullMarked
package io.evenkeel.dispatcher.http2.frame;

import org.jspecify.annotations.NullMarked;
