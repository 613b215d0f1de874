// SPDX-License-Identifier: Apache-2.0
/**
 * The agent's messages to its operator.
 *
 * <p>Standard error, unless an application offers its log: a logger would start {@code java.util.logging}, and a
 * {@code -javaagent} that does so before the server has installed its own log manager keeps WildFly from starting. App
 * servers take standard error into their own log. Any thread may write; a message that repeats is written once.
 */
@NullMarked
package io.evenkeel.agent.log;

import org.jspecify.annotations.NullMarked;
