// SPDX-License-Identifier: Apache-2.0
/**
 * What {@code /proc} says of the machine, read again and again from files that stay open.
 *
 * <p>Each collector here reads one or two files, in the sampler's thread, without garbage to speak of. None knows of containers: what a control
 * group limits is put right by {@code system.cgroup} afterwards.
 */
@NullMarked
package io.evenkeel.agent.system.proc;

import org.jspecify.annotations.NullMarked;
