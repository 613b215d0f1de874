// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.Metric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CatalogTest {

    private static final List<HistoryMetric> SAMPLED = Catalog.NODE.subList(Catalog.sampledFrom(), Catalog.NODE.size());

    @Test
    void ninetyTwoFiguresOfANodeAreKept() {
        assertThat(Catalog.NODE).hasSize(92);
    }

    @Test
    void namesFitTheFileAndAreUnique() {
        for (List<HistoryMetric> metrics : List.of(Catalog.NODE, Catalog.CLUSTER, Catalog.DISPATCHER)) {
            assertThat(metrics).extracting(HistoryMetric::name).doesNotHaveDuplicates();
            assertThat(metrics).allSatisfy(metric -> assertThat(metric.name()).hasSizeLessThanOrEqualTo(20));
        }
    }

    @Test
    void sampledFiguresAreThoseOfTheWire() {
        assertThat(SAMPLED).allSatisfy(metric -> {
            Metric wired = Metric.titled(metric.name());
            String symbol = Objects.requireNonNull(wired, metric.name()).unit().symbol();
            assertThat(metric.unit()).as(metric.name()).isEqualTo(metric.counts() ? symbol + "/s" : symbol);
        });
    }

    @Test
    void aChartHasOneUnit() {
        List<HistoryMetric> all = new ArrayList<>(Catalog.NODE);
        all.addAll(Catalog.CLUSTER);
        Map<String, String> units = new HashMap<>();
        for (HistoryMetric metric : all) {
            String chart = metric.group() + " " + metric.chart();
            assertThat(units.computeIfAbsent(chart, key -> metric.unit()))
                    .as(chart)
                    .isEqualTo(metric.unit());
        }
    }
}
