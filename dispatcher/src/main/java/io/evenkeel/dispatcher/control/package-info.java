// SPDX-License-Identifier: Apache-2.0
/**
 * The one narrow interface to a running dispatcher: everything that shows or changes it comes through here.
 *
 * <p>Immutable records go out; a handful of commands come in. Calls come from any thread and never from an event loop;
 * they may hold a cluster's gate for microseconds. Only {@link ConfigControl} waits for the network: its checks look
 * host names up.
 */
@NullMarked
package io.evenkeel.dispatcher.control;

import org.jspecify.annotations.NullMarked;
