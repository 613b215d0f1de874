// SPDX-License-Identifier: Apache-2.0
/**
 * Timeouts of an event loop: a timer wheel for deadlines that move far more often than they pass.
 *
 * <p>Knows no connection. Threads: one, that of the loop.
 */
@NullMarked
package io.evenkeel.dispatcher.engine.timer;

import org.jspecify.annotations.NullMarked;
