// SPDX-License-Identifier: Apache-2.0
/**
 * The class in whose line a request waits, and its service, told by its head; compares octets, and decides nothing. On
 * any loop.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.rank;

import org.jspecify.annotations.NullMarked;
