// SPDX-License-Identifier: Apache-2.0
/**
 * Alerts on their way to receivers: put together to messages, then sent over HTTP, by mail or by a program.
 *
 * <p>Decides nothing about alerts. Threads: messages are put together by the thread that looks at alerts; each
 * receiver has a thread of its own ({@code alert-NAME}) and a bounded queue, so none waits for another, and nobody for
 * them.
 */
@NullMarked
package io.evenkeel.admin.alert.notify;

import org.jspecify.annotations.NullMarked;
