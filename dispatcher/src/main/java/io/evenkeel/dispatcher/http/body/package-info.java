// SPDX-License-Identifier: Apache-2.0
/**
 * Bodies on their way: where a body ends, which of its octets are passed on, the framing of a payload that comes
 * without one, and the part of a body that is kept to be sent, or sent again.
 *
 * <p>Knows heads and chunks, no connection and no exchange. Threads: an object belongs to one owner and its loop.
 */
@NullMarked
package io.evenkeel.dispatcher.http.body;

import org.jspecify.annotations.NullMarked;
