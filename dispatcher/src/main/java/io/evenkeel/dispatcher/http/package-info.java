// SPDX-License-Identifier: Apache-2.0
/**
 * HTTP/1.1 on the wire, as RFC 9110 and RFC 9112 define it: reading heads and chunked framing, and writing the heads
 * that go on.
 *
 * <p>Knows no channel, no node and no clock. A head is read from a byte array into offsets; nothing is turned into
 * strings or objects on the way. Requests are read strictly: whatever two readers could frame differently is refused.
 * Answers are read as strictly, except for white space before a colon, which RFC 9112 §5.1 has a proxy remove.
 *
 * <p>Threads: an object serves one event loop or one connection and is never shared.
 */
@NullMarked
package io.evenkeel.dispatcher.http;

import org.jspecify.annotations.NullMarked;
