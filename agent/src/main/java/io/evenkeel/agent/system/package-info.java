// SPDX-License-Identifier: Apache-2.0
/**
 * The state of the machine or the container: processors, memory, disks, network, and waiting for them.
 *
 * <p>On Linux from {@code /proc} and the control groups, with every file kept open and read again into the same octets;
 * elsewhere from OSHI if its jar is there and from Java's own bean otherwise. Nothing native, no process started. All
 * of it runs in the sampler's thread; a figure that the machine does not offer stays absent.
 */
@NullMarked
package io.evenkeel.agent.system;

import org.jspecify.annotations.NullMarked;
