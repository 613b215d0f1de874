// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of an experiment, and the rules by which a published statement is compared with measurements.
 *
 * <p>An experiment is scenarios times policies times variants; each combination is a cell, and each cell is run as
 * often as asked: a unit. An experiment of its own is a package below this one with one {@link Experiment}, and a line
 * in {@code lab.Experiments}. This package holds the seams and the statistics; it starts nothing, writes no file and
 * prints nothing. Threads: everything here is immutable or says what it is.
 */
@NullMarked
package io.evenkeel.lab.experiment;

import org.jspecify.annotations.NullMarked;
