// SPDX-License-Identifier: Apache-2.0
/**
 * Stored answers: bounded memory outside the heap, keys, variants, what is being fetched. Knows no exchange and no
 * client. Threads: any.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.cache.memory;

import org.jspecify.annotations.NullMarked;
