// SPDX-License-Identifier: Apache-2.0
/**
 * Messages to the service manager that started the process, in the form of systemd's sd_notify. Sends text; what is
 * said, and when, is the caller's. Knows nothing of the engine. Threads: any.
 */
@NullMarked
package io.evenkeel.dispatcher.engine.notify;

import org.jspecify.annotations.NullMarked;
