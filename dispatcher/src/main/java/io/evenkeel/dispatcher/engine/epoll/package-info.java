// SPDX-License-Identifier: Apache-2.0
/**
 * Changes of the engine to Netty's epoll: fewer system calls for interest that comes and goes, and no event for the
 * wrong channel. Knows nothing of the engine. Threads: each loop has an object of its own.
 */
@NullMarked
package io.evenkeel.dispatcher.engine.epoll;

import org.jspecify.annotations.NullMarked;
