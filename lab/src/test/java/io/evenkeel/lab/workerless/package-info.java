// SPDX-License-Identifier: Apache-2.0
/**
 * Connections without a worker, WebSockets and asynchronous long polls, beside ordinary requests, on real
 * servers behind the dispatcher.
 *
 * <p>The application of these tests runs inside the servers; sockets, polls and visitors are clients in this process.
 */
@NullMarked
package io.evenkeel.lab.workerless;

import org.jspecify.annotations.NullMarked;
