// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

/** The phase of a connection of HTTP/1. */
enum Http1Phase {
    /** Between requests, or inside a head. */
    HEAD,
    /** A request is worked on. */
    EXCHANGE,
    /** Everything is said; what the client still sends is thrown away so that it can read the answer. */
    LINGER,
    /** The connection is closed or on its way there, or a tunnel has it. */
    OVER
}
