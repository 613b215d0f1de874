// SPDX-License-Identifier: Apache-2.0
/**
 * The side that clients see: accepts connections, speaks their protocol, finds the requests in what they send, hands
 * them to exchanges and writes the answers.
 *
 * <p>Chooses no node and knows no policy; of nodes it only passes on which one a client's home is to leave. Threads: a
 * connection belongs to the loop that accepted it; a listener's rules are replaced by a reload from any thread.
 */
@NullMarked
package io.evenkeel.dispatcher.frontend;

import org.jspecify.annotations.NullMarked;
