// SPDX-License-Identifier: Apache-2.0
/**
 * The addresses of nodes that join, where the settings have names: asked for all at once and with one end of patience.
 *
 * <p>Threads: the one that makes nodes waits; daemons ask, a bounded number of them. Not for event loops.
 */
@NullMarked
package io.evenkeel.dispatcher.node.name;

import org.jspecify.annotations.NullMarked;
