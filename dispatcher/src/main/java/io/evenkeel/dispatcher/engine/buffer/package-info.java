// SPDX-License-Identifier: Apache-2.0
/**
 * The buffer that all connections of a loop read into, so that idle ones hold no memory. Knows no connection.
 *
 * <p>Threads: that of the loop.
 */
@NullMarked
package io.evenkeel.dispatcher.engine.buffer;

import org.jspecify.annotations.NullMarked;
