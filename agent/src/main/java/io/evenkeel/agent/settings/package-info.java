// SPDX-License-Identifier: Apache-2.0
/**
 * What an operator can set about the agent, and how it is read.
 *
 * <p>Values, no threads. A wrong value is never an exception into the server: it is said in the log, with the place it came from, and the
 * default holds.
 */
@NullMarked
package io.evenkeel.agent.settings;

import org.jspecify.annotations.NullMarked;
