// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of RFC 9111 for a cache that many users share, over heads that were read: what may be stored, how long it
 * is fresh, which request it answers. No store, no clock, no channel. Threads: those of the callers.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.cache.rule;

import org.jspecify.annotations.NullMarked;
