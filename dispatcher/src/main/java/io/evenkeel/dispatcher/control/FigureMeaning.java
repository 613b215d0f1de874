// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.wire.Metric;

/**
 * The unit and the meaning of a figure of a node's sample, as the agent's own page has them.
 *
 * @param unit sign behind a figure; empty for counts
 * @param meaning one sentence; empty when the figure is not known to this version
 */
public record FigureMeaning(String unit, String meaning) {

    private static final FigureMeaning UNKNOWN = new FigureMeaning("", "");

    /** The meaning of a title such as {@code OS_CPU_USED%}. */
    public static FigureMeaning of(String title) {
        Metric metric = Metric.titled(title);
        return metric == null ? UNKNOWN : new FigureMeaning(metric.unit().symbol(), metric.meaning());
    }
}
