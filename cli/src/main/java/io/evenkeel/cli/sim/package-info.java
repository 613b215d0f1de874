// SPDX-License-Identifier: Apache-2.0
/**
 * {@code evenkeel sim}: scenarios listed, shown and simulated.
 *
 * <p>Reads arguments, starts a study, prints its cells; the simulator has the scenarios and their simulation. Threads:
 * the main thread; the study has its own.
 */
@NullMarked
package io.evenkeel.cli.sim;

import org.jspecify.annotations.NullMarked;
