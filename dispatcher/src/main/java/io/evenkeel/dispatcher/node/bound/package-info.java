// SPDX-License-Identifier: Apache-2.0
/**
 * The tasks that nodes may have beyond the limits that an administrator sets: the workers that their agents tell, or
 * the number that their answers show.
 *
 * <p>Knows columns only. Threads: the one inside the cluster's gate.
 */
@NullMarked
package io.evenkeel.dispatcher.node.bound;

import org.jspecify.annotations.NullMarked;
