// SPDX-License-Identifier: Apache-2.0
/**
 * One request's life: choose a node, forward the request, relay the answer, finish.
 *
 * <p>{@link io.evenkeel.dispatcher.exchange.Exchange} is the state machine and the only caller of a cluster's policy
 * for HTTP; its start and its end are classes of their own. It knows its client as a {@link
 * io.evenkeel.dispatcher.exchange.client.ClientStream} in any protocol, never as a connection. What it promises: a
 * request reaches a node at most once unless it is safe to repeat; an answer that was cut off never looks complete;
 * both sides see well-formed messages only; memory for one exchange is bounded by one read in each direction.
 *
 * <p>Threads: the loop of the client connection, which is that of the node connection too.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange;

import org.jspecify.annotations.NullMarked;
