// SPDX-License-Identifier: Apache-2.0
/**
 * TLS below a {@link io.evenkeel.dispatcher.engine.Connection}: contexts made of certificates, and the connection that
 * encrypts what it hands to the one below.
 *
 * <p>The octets go through BoringSSL, which Netty brings; where there is none for the machine, through Java's engine.
 * Knows nothing of listeners, clusters or HTTP. Threads: contexts are for any thread, a connection belongs to its loop.
 */
@NullMarked
package io.evenkeel.dispatcher.engine.tls;

import org.jspecify.annotations.NullMarked;
