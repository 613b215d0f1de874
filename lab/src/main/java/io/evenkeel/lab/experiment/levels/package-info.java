// SPDX-License-Identifier: Apache-2.0
/**
 * Three application servers at steady loads, and after a surge onto servers whose code is not compiled yet; this
 * project's own experiment.
 *
 * <p>It knows no paper. Threads: a stage runs one cell at a time and may be closed by any thread.
 */
@NullMarked
package io.evenkeel.lab.experiment.levels;

import org.jspecify.annotations.NullMarked;
