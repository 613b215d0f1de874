// SPDX-License-Identifier: Apache-2.0
/**
 * The agent's jar in real servers: web applications made on the spot, deployed, asked over sockets and undeployed.
 *
 * <p>Servers and applications live in class loaders of their own; tests and servers share nothing but the JVM.
 */
@NullMarked
package io.evenkeel.agent.trial;

import org.jspecify.annotations.NullMarked;
