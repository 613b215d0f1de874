// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

/** The phase of a connection of HTTP/2. */
enum Http2Phase {
    /** The first octets have not come whole. */
    PREFACE,
    /** Streams begin and end. */
    OPEN,
    /** Everything is said; what the client still sends is thrown away so that it can read it. */
    LINGER,
    /** The connection is closed. */
    OVER
}
