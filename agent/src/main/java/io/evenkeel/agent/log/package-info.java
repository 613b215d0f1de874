// SPDX-License-Identifier: Apache-2.0
/**
 * Where the agent says what its operator should know.
 *
 * <p>Standard error and nothing else: a logger would start {@code java.util.logging}, and a {@code -javaagent} that does so before the
 * server has installed its own log manager keeps WildFly from starting. App servers take standard error into their own log. Any thread may
 * speak; what repeats is said once.
 */
@NullMarked
package io.evenkeel.agent.log;

import org.jspecify.annotations.NullMarked;
