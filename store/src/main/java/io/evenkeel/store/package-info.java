// SPDX-License-Identifier: Apache-2.0
/**
 * The store of learned sessions in Valkey or Redis, through Lettuce.
 *
 * <p>Loaded by the dispatcher only when a configuration names a store, with a few threads of its own; nothing of it is
 * on the way of a request that needs no store. Threads: any caller; replies come from the library's threads.
 */
@NullMarked
package io.evenkeel.store;

import org.jspecify.annotations.NullMarked;
