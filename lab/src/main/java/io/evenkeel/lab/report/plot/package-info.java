// SPDX-License-Identifier: Apache-2.0
/**
 * Plots of results: a plot is described once and painted as SVG for pages and papers, or as an image.
 *
 * <p>Bars with error bars, curves over a load, and time series of nodes; nothing more. Knows no experiment and no file.
 * Threads: everything is for one thread.
 */
@NullMarked
package io.evenkeel.lab.report.plot;

import org.jspecify.annotations.NullMarked;
