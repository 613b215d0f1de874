// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cost;

import io.evenkeel.admin.api.ClassCost;
import io.evenkeel.admin.console.view.LiveTexts;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.metrics.ClassTraffic;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads the costs of the classes of a cluster, and the number of their requests that came in the last
 * {@value #WINDOW_S} to twice as many seconds. Any thread; remembers a number for each class.
 */
public final class Costs {

    private static final int WINDOW_S = 5;
    private static final long OLDEST_NS = 30_000_000_000L;
    private static final Base NONE = new Base(0, Map.of());

    private final Control control;
    private final Map<String, Pair> bases = new HashMap<>();

    /** Requests of each class at a moment. */
    private record Base(long atNs, Map<String, Long> requests) {}

    /** The counts that the present ones are compared with, and those to compare with later. */
    private record Pair(Base older, Base newer) {}

    public Costs(Control control) {
        this.control = control;
    }

    /** The classes of a cluster, those first that cost most; none when it tells none apart. */
    public synchronized List<CostRow> rows(String cluster, long nowNs) {
        List<ClassCost> costs = ClassCost.of(control.classes(cluster));
        Map<String, Long> requests = costs.stream()
                .map(ClassCost::traffic)
                .collect(Collectors.toMap(ClassTraffic::name, ClassTraffic::requests, Long::sum));
        Base older = bases.getOrDefault(cluster, new Pair(NONE, NONE)).older;
        List<CostRow> rows = costs.stream()
                .map(cost -> new CostRow(cluster, cost, perSecond(cost.traffic(), older, nowNs)))
                .toList();
        note(cluster, new Base(nowNs, requests));
        return rows;
    }

    /** The texts of the page, and the version of its rows. */
    public Map<String, String> cells(String cluster, long nowNs) {
        List<CostRow> rows = rows(cluster, nowNs);
        Map<String, String> cells = new LinkedHashMap<>();
        rows.forEach(row -> cells.putAll(row.cells()));
        cells.put(versionKey(cluster), version(rows));
        return cells;
    }

    static String versionKey(String cluster) {
        return "cluster/" + cluster + "/classes";
    }

    /** Changes when the table has other rows, or in another order. */
    static String version(List<CostRow> rows) {
        return LiveTexts.version(rows.stream().map(CostRow::name).toList());
    }

    private static double perSecond(ClassTraffic traffic, Base older, long nowNs) {
        Long before = older.requests.get(traffic.name());
        double seconds = (nowNs - older.atNs) / 1e9;
        return before == null || before > traffic.requests() || seconds <= 0
                ? Double.NaN
                : (traffic.requests() - before) / seconds;
    }

    private void note(String cluster, Base now) {
        Pair known = bases.get(cluster);
        if (known == null || now.atNs - known.older.atNs > OLDEST_NS) {
            bases.put(cluster, new Pair(now, now));
        } else if (now.atNs - known.newer.atNs >= WINDOW_S * 1_000_000_000L) {
            bases.put(cluster, new Pair(known.newer, now));
        }
    }
}
