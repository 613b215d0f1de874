// SPDX-License-Identifier: Apache-2.0
/**
 * The PROXY protocol, versions 1 and 2: the few bytes in front of a connection that tell whom it comes from.
 *
 * <p>Source: "The PROXY protocol", W. Tarreau, HAProxy documentation. Knows buffers, no connections; whether a header is believed is the
 * listener's business. Threads: none of its own.
 */
@NullMarked
package io.evenkeel.dispatcher.proxyprotocol;

import org.jspecify.annotations.NullMarked;
