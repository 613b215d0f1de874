// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code load}: options to a plan, a load that runs, and its results, on the screen, for scripts and in
 * files.
 *
 * <p>Sends and measures nothing itself; that is module {@code load}'s. Threads: the main thread, the thread of a signal
 * that ends a load, and the load's own.
 */
@NullMarked
package io.evenkeel.cli.load;

import org.jspecify.annotations.NullMarked;
