// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.dispatcher.metrics.MeasureSnapshot;
import io.evenkeel.dispatcher.metrics.Traffic;
import org.HdrHistogram.HistogramIterationValue;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Traffic as JSON: times in milliseconds, slowdown as a factor. */
final class TrafficJson {

    static final double NS_PER_MS = 1e6;
    private static final double MILLI = 1e3;

    private TrafficJson() {}

    /**
     * @param cells also every cell of the response time's histogram, for readers that take differences of two
     *     answers
     */
    static ObjectNode of(Traffic traffic, boolean cells) {
        ObjectNode json = Json.object();
        json.put("tasks", traffic.tasks()).put("failures", traffic.failures());
        ObjectNode byStatus = json.putObject("byStatus");
        for (int statusClass = 1; statusClass < traffic.byStatus().size(); statusClass++) {
            byStatus.put(statusClass + "xx", traffic.byStatus().get(statusClass));
        }
        byStatus.put("none", traffic.byStatus().get(0));
        json.put("bytesIn", traffic.bytesIn()).put("bytesOut", traffic.bytesOut());
        json.set("responseMs", distribution(traffic.responseNs(), NS_PER_MS));
        json.set("wt1Ms", distribution(traffic.wt1Ns(), NS_PER_MS));
        json.set("wt2Ms", distribution(traffic.wt2Ns(), NS_PER_MS));
        json.set("ptMs", distribution(traffic.ptNs(), NS_PER_MS));
        json.set("slowdown", distribution(traffic.slowdownMilli(), MILLI));
        if (cells) {
            json.set("responseCellsNs", cells(traffic.responseNs()));
        }
        return json;
    }

    static ObjectNode distribution(MeasureSnapshot snapshot, double unit) {
        return Json.object()
                .put("count", snapshot.count())
                .put("sum", snapshot.sum() / unit)
                .put("mean", snapshot.mean() / unit)
                .put("p50", snapshot.atShare(0.5) / unit)
                .put("p90", snapshot.atShare(0.9) / unit)
                .put("p99", snapshot.atShare(0.99) / unit)
                .put("max", snapshot.atShare(1) / unit);
    }

    private static ArrayNode cells(MeasureSnapshot snapshot) {
        ArrayNode cells = Json.array();
        for (HistogramIterationValue cell : snapshot.histogram().recordedValues()) {
            cells.addArray().add(cell.getValueIteratedTo()).add(cell.getCountAtValueIteratedTo());
        }
        return cells;
    }
}
