// SPDX-License-Identifier: Apache-2.0
/**
 * The client's side of an exchange: the stream that it asks on and the writer of its answers, which every protocol of
 * clients implements.
 *
 * <p>Interfaces only; nothing here knows an exchange. Threads: the exchange's loop.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.client;

import org.jspecify.annotations.NullMarked;
