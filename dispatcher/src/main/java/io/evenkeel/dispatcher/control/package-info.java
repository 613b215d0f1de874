// SPDX-License-Identifier: Apache-2.0
/**
 * The one narrow door to a running dispatcher: everything that shows or changes it comes through here.
 *
 * <p>What goes out is immutable records; what comes in is a handful of commands. Calls come from any thread and never from an event
 * loop; they may take a cluster's gate for microseconds but never wait for the network.
 */
@NullMarked
package io.evenkeel.dispatcher.control;

import org.jspecify.annotations.NullMarked;
