// SPDX-License-Identifier: Apache-2.0
/**
 * Connections of servers that register by mod_cluster's protocol: finds message after message and writes the answers.
 *
 * <p>Knows octets and time; must not know what a message means, which {@code mcmp} does. Threads: the connection's
 * loop, and the service's for the answers, which come back to the loop.
 */
@NullMarked
package io.evenkeel.dispatcher.frontend.mcmp;

import org.jspecify.annotations.NullMarked;
