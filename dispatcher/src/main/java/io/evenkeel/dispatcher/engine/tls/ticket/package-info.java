// SPDX-License-Identifier: Apache-2.0
/**
 * Keys of session tickets, which every dispatcher with the same cluster key derives for itself: a client continues its
 * session at any of them, and after a restart, and nothing is stored or sent for it.
 *
 * <p>Knows no certificate, socket or clock; any thread.
 */
@NullMarked
package io.evenkeel.dispatcher.engine.tls.ticket;

import org.jspecify.annotations.NullMarked;
