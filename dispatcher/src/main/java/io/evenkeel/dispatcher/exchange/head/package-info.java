// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of a request that its head tells: its class and its service, by the rules of its cluster, and facts that
 * outlive the head; and memory that clients fill: that of heads, whole or not ({@code HeadMemory}, {@code HeldMemory}),
 * and that of bodies of HTTP/2 that wait ({@code HeldMemory}). On any loop.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.head;

import org.jspecify.annotations.NullMarked;
