// SPDX-License-Identifier: Apache-2.0
/**
 * The event log of a dispatcher: what happens to listeners, clusters and nodes, in words, by area and level.
 *
 * <p>It is an object that is handed down, so that dispatchers of one process do not share it. Only this package knows
 * the loggers of libraries.
 *
 * <p>One background thread writes it to standard error, a file or a receiver of syslog; callers, such as event loops,
 * never wait. Nothing here decides anything about traffic.
 */
@NullMarked
package io.evenkeel.dispatcher.log;

import org.jspecify.annotations.NullMarked;
