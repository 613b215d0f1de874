// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code lab}: published experiments, listed and run, and their results on the screen, for scripts and in
 * files.
 *
 * <p>Measures nothing itself; that is the lab's. Threads: the main thread, and the thread of a signal that stops an
 * experiment.
 */
@NullMarked
package io.evenkeel.cli.lab;

import org.jspecify.annotations.NullMarked;
