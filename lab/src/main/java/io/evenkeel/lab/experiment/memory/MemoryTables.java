// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import io.evenkeel.lab.experiment.CellIndex;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.experiment.ExperimentTable;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measured;
import io.evenkeel.lab.experiment.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Hit rates by memory and variant, and the paper's savings and costs beside ours. Stateless. */
final class MemoryTables {

    private static final String UNKNOWN = "–";

    /** The paper's rows: 5.5.3 in words, figures 5.8 to 5.12 where the words give numbers, table 5.1. */
    private static final List<List<String>> PAPER = List.of(
            List.of("paper 3", "8 GB, least packed", "+18 %", UNKNOWN, UNKNOWN, UNKNOWN, "11 %"),
            List.of("paper 3", "4 GB, 68 %", "+115 %", "40 %", "1.30", "0.30", UNKNOWN),
            List.of("paper 3", "8 GB, 80 %", "+120 %", UNKNOWN, UNKNOWN, UNKNOWN, "26 %"));

    private MemoryTables() {}

    static List<ExperimentTable> of(List<CellResult> cells) {
        List<ExperimentTable> tables = new ArrayList<>();
        for (String scenario : new CellIndex(cells).scenarios()) {
            tables.add(hits(scenario, new CellIndex(cells).in(scenario).toList()));
        }
        List<List<String>> ours =
                cells.stream().flatMap(cell -> costs(cell, cells)).toList();
        if (!ours.isEmpty()) {
            List<List<String>> rows = new ArrayList<>(PAPER);
            rows.addAll(ours);
            tables.add(new ExperimentTable(
                    "the paper's savings and costs beside ours, in an eighth of the working set",
                    List.of(
                            "scenario",
                            "packed",
                            "cache grows by",
                            "found packed",
                            "throughput by plain",
                            "misses by plain",
                            "packing, of all CPU"),
                    rows));
        }
        return tables;
    }

    private static ExperimentTable hits(String scenario, List<CellResult> cells) {
        List<String> names =
                cells.stream().map(cell -> cell.key().text()).distinct().toList();
        List<LoadLevel> loads =
                cells.stream().map(cell -> cell.key().load()).distinct().toList();
        List<String> columns = new ArrayList<>(List.of("memory"));
        columns.addAll(names);
        List<List<String>> rows = new ArrayList<>();
        for (LoadLevel load : loads) {
            List<String> row = new ArrayList<>(List.of(load.text()));
            for (String name : names) {
                row.add(cells.stream()
                        .filter(cell -> cell.key().load().equals(load)
                                && cell.key().text().equals(name))
                        .findFirst()
                        .map(cell -> percent(cell.mean(MemoryExperiment.HITS)))
                        .orElse(UNKNOWN));
            }
            rows.add(row);
        }
        return new ExperimentTable(scenario + ": hit rate, %, with 95 % intervals", columns, rows);
    }

    /** The row of a cell with an eighth of the memory, beside the plain cell of the same. */
    private static Stream<List<String>> costs(CellResult cell, List<CellResult> cells) {
        CellKey key = cell.key();
        CellKey plain = new CellKey(key.scenario(), key.policy(), PackingVariant.PLAIN, key.load());
        if (key.load().amount() != MemoryClaims.EIGHTH || key.equals(plain)) {
            return Stream.empty();
        }
        return new CellIndex(cells)
                .find(plain).stream()
                        .map(other -> List.of(
                                key.scenario(),
                                key.text(),
                                "+" + percent(cell.mean(MemoryExperiment.GROWTH)) + " %",
                                percent(cell.mean(MemoryExperiment.PACKED_HITS)) + " %",
                                times(Measured.ratio(cell, other, Measurement.THROUGHPUT)),
                                times(Measured.ratio(cell, other, MemoryExperiment.MISSES)),
                                percent(cell.mean(MemoryExperiment.PACKING_SHARE)) + " %"));
    }

    private static String percent(ConfidenceInterval share) {
        return number(share.times(100), "%.1f");
    }

    private static String times(ConfidenceInterval ratio) {
        return number(ratio, "%.2f");
    }

    private static String number(ConfidenceInterval figure, String form) {
        if (Double.isNaN(figure.value())) {
            return UNKNOWN;
        }
        String value = String.format(Locale.ROOT, form, figure.value());
        return figure.isKnown()
                ? value + String.format(Locale.ROOT, " (" + form + " to " + form + ")", figure.low(), figure.high())
                : value;
    }
}
