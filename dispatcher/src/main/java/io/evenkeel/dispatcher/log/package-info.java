// SPDX-License-Identifier: Apache-2.0
/**
 * The event log of a dispatcher: what happens to listeners, clusters and nodes, in words, by area and level.
 *
 * <p>It is an object that is handed down, so that dispatchers of one process do not share it. Only this package knows
 * the loggers of libraries.
 *
 * <p>One background thread writes it to standard error or to a file; callers, event loops among them, never wait. Log4j
 * 2 rotates the files. It is loaded only when events go to a file, and then on that thread: its start was measured at
 * 130 ms with an appender alone and at 180 ms with loggers and a configuration, of a start that may take 1.2 s. Because
 * that thread is there anyway, Log4j's own asynchronous loggers would only be a second queue. Nothing here decides
 * anything about traffic.
 */
@NullMarked
package io.evenkeel.dispatcher.log;

import org.jspecify.annotations.NullMarked;
