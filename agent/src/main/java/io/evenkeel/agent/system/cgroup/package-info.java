// SPDX-License-Identifier: Apache-2.0
/**
 * The limits of a container and its use of them: control groups of version 2 and version 1.
 *
 * <p>Runs behind the collectors of {@code system.proc}, in the sampler's thread, and replaces the machine's figures
 * where a limit is tighter than the machine. Reads only; it changes no group.
 */
@NullMarked
package io.evenkeel.agent.system.cgroup;

import org.jspecify.annotations.NullMarked;
