// SPDX-License-Identifier: Apache-2.0
/**
 * The result of an experiment for a reader: one page that needs nothing else, plots for papers, and a section for the
 * documentation.
 *
 * <p>Reads a result folder and the experiment's own words; measures nothing. Everything that goes into a page is
 * escaped by {@link Html}. Threads: for one thread.
 */
@NullMarked
package io.evenkeel.lab.report;

import org.jspecify.annotations.NullMarked;
