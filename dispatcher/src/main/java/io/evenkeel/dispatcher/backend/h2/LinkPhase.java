// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

/** The parts of the life of a {@link SharedConnection}, in their order. */
enum LinkPhase {
    /** The connection underneath is being made. */
    CONNECTING,
    /** The settings of the server are awaited. */
    SETTLING,
    OPEN,
    /** The last octets are on their way. */
    CLOSING,
    GONE
}
