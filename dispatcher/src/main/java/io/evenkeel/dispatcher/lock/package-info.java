// SPDX-License-Identifier: Apache-2.0
/**
 * Limits of waits for locks: event loops wait for ever, because a task must end; every other thread waits for a while,
 * so that a policy or a loop that hangs does not block other threads. Knows no cluster and no channel. Any thread.
 */
@NullMarked
package io.evenkeel.dispatcher.lock;

import org.jspecify.annotations.NullMarked;
