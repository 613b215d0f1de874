// SPDX-License-Identifier: Apache-2.0
/**
 * The command line: one class for each command, and {@link io.evenkeel.cli.Main} that lists them.
 *
 * <p>A command reads its options, asks a module to do the work and reports the result: data on stdout, messages on
 * stderr, an exit code. Nothing is decided, measured or proxied here. Threads: the main thread runs a command to its
 * end; {@code run} hands over to the dispatcher's threads and waits for signals.
 */
@NullMarked
package io.evenkeel.cli;

import org.jspecify.annotations.NullMarked;
