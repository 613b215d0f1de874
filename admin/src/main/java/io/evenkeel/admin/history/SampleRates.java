// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.SampleSource;
import java.util.Arrays;
import java.util.List;

/**
 * The figures of one node's samples: as they are, or as growth per second where they are running totals.
 *
 * <p>Totals come with samples that are pulled or pushed and not with the reports on answers, so a rate is taken between
 * two of the former and holds until the next. Without a sample in force everything is absent.
 */
final class SampleRates {

    private final List<HistoryMetric> metrics;
    private final double[] totals;
    private final double[] rates;
    private long samples = -1;
    private long sampledNs;

    SampleRates(List<HistoryMetric> metrics) {
        this.metrics = metrics;
        this.totals = new double[metrics.size()];
        this.rates = new double[metrics.size()];
        forget();
    }

    void fill(AgentView view, double[] row, int from, long nowNs) {
        if (view.state() != AgentState.REPORTING) {
            forget();
            return;
        }
        long seen = view.received().getOrDefault(SampleSource.PULL, 0L)
                + view.received().getOrDefault(SampleSource.PUSH, 0L);
        boolean isNew = seen != samples;
        double elapsedS = (nowNs - sampledNs) / 1e9;
        for (int index = 0; index < metrics.size(); index++) {
            HistoryMetric metric = metrics.get(index);
            double value = view.figures().getOrDefault(metric.name(), Double.NaN);
            if (metric.counts()) {
                if (isNew) {
                    double growth = value - totals[index];
                    rates[index] = growth >= 0 && elapsedS > 0 ? growth / elapsedS : Double.NaN;
                    totals[index] = value;
                }
                value = rates[index];
            }
            row[from + index] = value;
        }
        if (isNew) {
            samples = seen;
            sampledNs = nowNs;
        }
    }

    private void forget() {
        samples = -1;
        Arrays.fill(totals, Double.NaN);
        Arrays.fill(rates, Double.NaN);
    }
}
