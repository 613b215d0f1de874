// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of a request that its head tells: its class and its service, by the rules of its cluster, and facts that
 * outlive the head; and the memory that heads take, whole or not. On any loop.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.head;

import org.jspecify.annotations.NullMarked;
