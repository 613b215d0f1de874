// SPDX-License-Identifier: Apache-2.0
/**
 * The common parts of experiments on light servers: a run with a real dispatcher in this process, the figures it gives,
 * and the tables of papers.
 *
 * <p>It knows no paper and judges nothing. Threads: a stage runs one cell at a time and may be closed by any thread.
 */
@NullMarked
package io.evenkeel.lab.experiment.light;

import org.jspecify.annotations.NullMarked;
