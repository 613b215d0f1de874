// SPDX-License-Identifier: Apache-2.0
/**
 * The cache's side of exchanges: what becomes of a request by what is stored, and of an answer on its way to a client.
 * Knows no exchange, only the interface that one implements. Threads: the exchange's loop.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.cache;

import org.jspecify.annotations.NullMarked;
