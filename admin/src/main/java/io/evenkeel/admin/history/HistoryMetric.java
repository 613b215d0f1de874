// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

/**
 * One figure that is kept.
 *
 * @param name in the first paper or in its manner, at most 20 characters; {@code %} at its end means parts of a hundred
 * @param chart the graph it is drawn in, with others of its unit
 * @param unit sign behind a figure; empty for counts
 * @param title in plain words
 * @param counts true when the node's sample has a running total and this is its growth per second
 */
public record HistoryMetric(String name, Group group, String chart, String unit, String title, boolean counts) {}
