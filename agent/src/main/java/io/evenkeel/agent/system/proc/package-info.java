// SPDX-License-Identifier: Apache-2.0
/**
 * The figures of the machine in {@code /proc}, read again and again from files that stay open.
 *
 * <p>Each collector here reads one or two files, in the sampler's thread, without garbage to speak of. None knows of
 * containers: {@code system.cgroup} afterwards corrects the figures that a control group limits.
 */
@NullMarked
package io.evenkeel.agent.system.proc;

import org.jspecify.annotations.NullMarked;
