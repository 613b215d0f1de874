// SPDX-License-Identifier: Apache-2.0
/**
 * Receivers of syslog as places of logs: headers of messages, the queue before a receiver, and the ways to it.
 *
 * <p>It knows neither events nor requests. Each log has a queue with a bound and a thread of its own that sends, so
 * that neither event loops nor the thread that writes a log ever wait for a receiver.
 */
@NullMarked
package io.evenkeel.dispatcher.log.syslog;

import org.jspecify.annotations.NullMarked;
