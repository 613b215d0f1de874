// SPDX-License-Identifier: Apache-2.0
/**
 * Heads as the cache reads, keeps and writes them: the client's own, the one that nodes get, and lines of answers.
 * Threads: the exchange's loop.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.cache.head;

import org.jspecify.annotations.NullMarked;
