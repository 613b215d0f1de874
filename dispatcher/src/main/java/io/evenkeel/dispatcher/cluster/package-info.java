// SPDX-License-Identifier: Apache-2.0
/**
 * The clusters in force, and how they follow the configuration: prepared, then put in force, with a line for each
 * change.
 *
 * <p>Threads: a reload is serial; reading is for any thread.
 */
@NullMarked
package io.evenkeel.dispatcher.cluster;

import org.jspecify.annotations.NullMarked;
