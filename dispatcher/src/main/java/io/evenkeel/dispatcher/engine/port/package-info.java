// SPDX-License-Identifier: Apache-2.0
/**
 * Addresses on which two processes listen at once, while one takes over from the other. Knows sockets, nothing of
 * connections or of the processes; the caller agrees with the other process. Threads: any.
 */
@NullMarked
package io.evenkeel.dispatcher.engine.port;

import org.jspecify.annotations.NullMarked;
