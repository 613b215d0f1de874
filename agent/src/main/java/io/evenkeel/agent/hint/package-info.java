// SPDX-License-Identifier: Apache-2.0
/**
 * Lines in the log about figures that the agent cannot see, and which setting shows them.
 *
 * <p>Reads the sample that the collectors before it have filled, and asks class loaders which servers and pools are
 * around; loads no class and changes no figure. Belongs to the sampling thread.
 */
@NullMarked
package io.evenkeel.agent.hint;

import org.jspecify.annotations.NullMarked;
