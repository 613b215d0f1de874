// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code run}: a dispatcher in the foreground of a terminal or a service manager.
 *
 * <p>Turns signals and changes of the configuration file into the few calls that
 * {@link io.evenkeel.dispatcher.Dispatcher} has, and starts the admin server once clients are served. Threads: the main
 * thread starts and then waits; each signal comes on a thread of its own, changes of the file on {@code config-watch},
 * the admin server starts on {@code admin-start}.
 */
@NullMarked
package io.evenkeel.cli.run;

import org.jspecify.annotations.NullMarked;
