// SPDX-License-Identifier: Apache-2.0
/**
 * The settings that an operator can give the agent, and their reading.
 *
 * <p>Values, no threads. A wrong value is never an exception into the server: the log names it with the place it came
 * from, and the default holds.
 */
@NullMarked
package io.evenkeel.agent.settings;

import org.jspecify.annotations.NullMarked;
