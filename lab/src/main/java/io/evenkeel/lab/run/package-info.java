// SPDX-License-Identifier: Apache-2.0
/**
 * Carries out an experiment: unit after unit into a result folder, until all are there or it is stopped.
 *
 * <p>Knows no experiment by name and judges nothing. Threads: a {@link Runner} works in its caller's thread; any thread
 * may close it.
 */
@NullMarked
package io.evenkeel.lab.run;

import org.jspecify.annotations.NullMarked;
