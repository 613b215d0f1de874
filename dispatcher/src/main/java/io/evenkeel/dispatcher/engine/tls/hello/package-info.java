// SPDX-License-Identifier: Apache-2.0
/**
 * The first message of a TLS client, read before anything of TLS exists, so that it can choose the certificate, be
 * refused for nothing, and be known as a resumption.
 *
 * <p>Knows octets only: no key, no certificate, no channel. Threads: that of the connection's loop.
 */
@NullMarked
package io.evenkeel.dispatcher.engine.tls.hello;

import org.jspecify.annotations.NullMarked;
