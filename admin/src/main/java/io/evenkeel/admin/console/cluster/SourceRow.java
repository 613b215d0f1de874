// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cluster;

import io.evenkeel.admin.console.view.FigureTexts;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import java.util.List;

/**
 * A place where a cluster finds nodes, in words.
 *
 * @param nodes those of the last answer that was used, and those that are found no more
 * @param answered the age of the last good answer
 * @param problem the reason why the last question failed, or what is odd in the answer; empty for nothing
 * @param failing true when the last question failed
 */
public record SourceRow(String source, String nodes, String answered, String problem, boolean failing) {

    /** The rows of a cluster; empty where it finds no nodes. */
    static List<SourceRow> of(List<DiscoveryView> discoveries, String cluster, long nowMs) {
        return discoveries.stream()
                .filter(each -> each.cluster().equals(cluster))
                .map(each -> of(each, nowMs))
                .toList();
    }

    private static SourceRow of(DiscoveryView view, long nowMs) {
        String problem = view.problem();
        return new SourceRow(
                view.source(),
                view.found() + (view.draining() == 0 ? "" : " and " + view.draining() + " draining"),
                view.lastAnswerMs() == 0
                        ? "never"
                        : FigureTexts.span(Math.max(0, nowMs - view.lastAnswerMs())) + " ago",
                problem == null ? view.remark() : problem,
                problem != null);
    }
}
