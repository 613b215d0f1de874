// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of the cache's memory that know nothing of answers: which URLs are stored, which evicted ones are packed
 * and how, the packed tier's share of the memory, and the share of each slow client. Threads: any, where a class does
 * not say otherwise.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import org.jspecify.annotations.NullMarked;
