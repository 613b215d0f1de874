// SPDX-License-Identifier: Apache-2.0
/**
 * The side that clients see: accepts connections, finds the requests in what they send, and hands them to an exchange
 * one after another.
 *
 * <p>Does not know nodes or policies. Threads: a connection belongs to the loop that accepted it; a listener's rules
 * are replaced by a reload from any thread.
 */
@NullMarked
package io.evenkeel.dispatcher.frontend;

import org.jspecify.annotations.NullMarked;
