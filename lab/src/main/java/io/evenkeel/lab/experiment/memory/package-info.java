// SPDX-License-Identifier: Apache-2.0
/**
 * Paper 3, chapter 5, brought to the content cache: how much more is answered out of a memory when a part of it is
 * packed, and what that costs, from a sixteenth of the working set to twice of it.
 *
 * <p>A variant is data: {@link PackingVariant}. Threads: a stage runs one cell at a time and may be closed by any
 * thread.
 */
@NullMarked
package io.evenkeel.lab.experiment.memory;

import org.jspecify.annotations.NullMarked;
