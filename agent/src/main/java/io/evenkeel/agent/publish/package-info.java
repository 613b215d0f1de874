// SPDX-License-Identifier: Apache-2.0
/**
 * Figures of a server that shows none to the agent: code beside the server publishes them.
 *
 * <p>For embedded servers, which register no MBeans of their own. They meet the agent as an MBean and not as an object,
 * because the agent that owns the JVM may be in another class loader. Nothing here knows the sampler; figures are asked
 * for by its thread.
 */
@NullMarked
package io.evenkeel.agent.publish;

import org.jspecify.annotations.NullMarked;
