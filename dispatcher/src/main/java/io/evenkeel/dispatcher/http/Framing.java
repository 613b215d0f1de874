// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

/** The way the end of a message body is found (RFC 9112 §6.3). */
public enum Framing {
    /** No body. */
    NONE,
    /** Content-Length tells. */
    LENGTH,
    /** The chunked transfer coding tells. */
    CHUNKED,
    /** The body ends with the connection; answers only. */
    CLOSE
}
