// SPDX-License-Identifier: Apache-2.0
/**
 * The PROXY protocol, versions 1 and 2: the few bytes in front of a connection that tell the client's address.
 *
 * <p>Source: "The PROXY protocol", W. Tarreau, HAProxy documentation. Knows buffers, no connections; the listener
 * decides whether to believe a header. Threads: none of its own.
 */
@NullMarked
package io.evenkeel.dispatcher.proxyprotocol;

import org.jspecify.annotations.NullMarked;
