// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.dispatcher.control.Control;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of the history as they are now, kept nowhere, for those who look once a second. One thread.
 *
 * <p>Rates are between two looks, so the first look at anything has none.
 */
public final class LiveFigures {

    private static final Map<String, Integer> NODE = places(Catalog.NODE);
    private static final Map<String, Integer> CLUSTER = places(Catalog.CLUSTER);
    private static final Map<String, Integer> DISPATCHER = places(Catalog.DISPATCHER);

    private final HistorySampler sampler;

    public LiveFigures(Control control) {
        this.sampler = new HistorySampler(control);
    }

    /** The figures of one node or cluster, or of the dispatcher. */
    public static final class LiveRow {

        private final Scope scope;
        private final double[] values;

        private LiveRow(Scope scope, double[] values) {
            this.scope = scope;
            this.values = values;
        }

        /** NaN for a figure that is not known, or that there is not. */
        public double value(String figure) {
            Map<String, Integer> places = scope.cluster() == null ? DISPATCHER : scope.node() == null ? CLUSTER : NODE;
            Integer place = places.get(figure);
            return place == null ? Double.NaN : values[place];
        }
    }

    /** Looks once; a moment is that of {@link System#nanoTime}. */
    public Map<Scope, LiveRow> look(long nowNs, boolean nodes) {
        Map<Scope, LiveRow> rows = new HashMap<>();
        sampler.sample(nowNs, new HistorySampler.Sink() {
            @Override
            public boolean wants(Scope node) {
                return nodes;
            }

            @Override
            public void row(Scope scope, double[] row) {
                rows.put(scope, new LiveRow(scope, row));
            }
        });
        return rows;
    }

    private static Map<String, Integer> places(List<HistoryMetric> metrics) {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < metrics.size(); i++) {
            places.put(metrics.get(i).name(), i);
        }
        return places;
    }
}
