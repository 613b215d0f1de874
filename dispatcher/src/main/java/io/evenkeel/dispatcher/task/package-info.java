// SPDX-License-Identifier: Apache-2.0
/**
 * A task's way to a node: its attempts, and the home of the client connection it came on.
 *
 * <p>{@link io.evenkeel.dispatcher.task.Attempts} belongs to one request, or to one TCP connection, and is used again
 * for the next. Its {@link io.evenkeel.dispatcher.task.TaskFacts} are told before it asks for a node, and its {@link
 * io.evenkeel.dispatcher.task.TaskRetries} say whether it is tried again. {@link io.evenkeel.dispatcher.task.Home}
 * belongs to one client connection and is shared by its requests. Nothing here reads or writes an octet or knows a
 * channel. Threads: the loop of the client connection, except where a method says otherwise.
 */
@NullMarked
package io.evenkeel.dispatcher.task;

import org.jspecify.annotations.NullMarked;
