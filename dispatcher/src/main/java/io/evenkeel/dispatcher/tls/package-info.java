// SPDX-License-Identifier: Apache-2.0
/**
 * The certificates of settings at work: contexts of TLS made of them for listeners and towards nodes, put in force as a
 * whole, their ticket keys changed with time, their expiry told.
 *
 * <p>Knows settings and contexts, no connection. Threads: changes are serial; what is in force may be read by any.
 */
@NullMarked
package io.evenkeel.dispatcher.tls;

import org.jspecify.annotations.NullMarked;
