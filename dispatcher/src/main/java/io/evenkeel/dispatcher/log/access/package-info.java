// SPDX-License-Identifier: Apache-2.0
/**
 * The access log: one line for each exchange or TCP connection.
 *
 * <p>It has its own writer and not an appender of a logging library, because it is on the path of every request. The
 * event loop formats the line without garbage into a buffer of its own and hands it over with one copy and one store,
 * which together stay under a microsecond (see {@link io.evenkeel.dispatcher.log.access.AccessLog}); there is no lock
 * and no queue node in between. A full ring drops the line and counts it, and one thread writes all rings to the file
 * in large blocks. Logging libraries need an event object for each line, and none has such a drop policy together with
 * reopening after a rename.
 *
 * <p>Bytes that clients or nodes control are escaped in every format, so that they can neither forge a line nor leave
 * their field. Nothing here blocks an event loop.
 */
@NullMarked
package io.evenkeel.dispatcher.log.access;

import org.jspecify.annotations.NullMarked;
