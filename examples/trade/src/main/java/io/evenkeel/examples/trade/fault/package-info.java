// SPDX-License-Identifier: Apache-2.0
/**
 * Faults that a demonstration makes on purpose in the server that it runs in: a full heap, an empty pool of
 * connections.
 *
 * <p>Nothing here answers without the setting {@code trade.faults}. Threads: one for the fault that lasts.
 */
@NullMarked
package io.evenkeel.examples.trade.fault;

import org.jspecify.annotations.NullMarked;
