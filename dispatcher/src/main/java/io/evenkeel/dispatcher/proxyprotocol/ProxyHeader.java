// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.proxyprotocol;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The content of a PROXY protocol header.
 *
 * @param source the client's address; null when the sender does not know it, speaks for itself (LOCAL) or names no
 *     TCP address
 * @param destination the address the client connected to; null exactly when {@code source} is
 * @param length bytes of the header
 */
public record ProxyHeader(
        @Nullable InetSocketAddress source, @Nullable InetSocketAddress destination, int length) {}
