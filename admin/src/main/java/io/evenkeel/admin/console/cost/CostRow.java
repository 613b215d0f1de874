// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cost;

import io.evenkeel.admin.api.ClassCost;
import io.evenkeel.admin.console.view.FigureTexts;
import io.evenkeel.dispatcher.metrics.ClassTraffic;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A class of requests as people read it.
 *
 * @param perSecond requests of the last seconds; NaN is unknown
 */
public record CostRow(String cluster, ClassCost cost, double perSecond) {

    private static final double NS_PER_MS = 1e6;

    public String name() {
        return cost.traffic().name();
    }

    /** Its keys among the live texts begin with this. */
    public String key() {
        return "class/" + cluster + "/" + name();
    }

    /** Its texts by key. */
    Map<String, String> cells() {
        ClassTraffic traffic = cost.traffic();
        boolean answered = traffic.headNs().count() > 0;
        Map<String, String> cells = new LinkedHashMap<>();
        cells.put(key() + "/rate", FigureTexts.number(perSecond));
        cells.put(key() + "/requests", FigureTexts.number((double) traffic.requests()));
        cells.put(key() + "/mean", time(answered, traffic.headNs().mean()));
        cells.put(key() + "/p99", time(answered, (double) traffic.headNs().atShare(0.99)));
        cells.put(key() + "/most", time(answered, (double) traffic.headNs().atShare(1)));
        cells.put(key() + "/work", FigureTexts.share(cost.workShare()));
        cells.put(
                key() + "/failed",
                FigureTexts.share(
                        traffic.requests() == 0 ? Double.NaN : (double) traffic.failures() / traffic.requests()));
        return cells;
    }

    private static String time(boolean answered, double ns) {
        return FigureTexts.time(answered ? ns / NS_PER_MS : Double.NaN);
    }
}
