// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.jqostd;

import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.testbed.RunRecorder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The first paper's tables 10 to 14, read from the file beside this class. */
final class PublishedTables {

    private static final String FILE = "jqostd-published.csv";
    private static final List<String> TABLES = List.of("baseline", "heap", "threads", "jdbc", "all");
    private static final int FIRST_TABLE = 10;
    private static final int FIRST_FIGURE = 4;

    /** Names of the figures by column, from the fifth; empty for columns that are not kept. */
    private static final List<String> COLUMNS = List.of(
            Measurement.REQUESTS,
            RunRecorder.CONNECTIONS,
            Measurement.THROUGHPUT,
            Measurement.FAILURES,
            "",
            Measurement.MEAN,
            RunRecorder.WT1,
            RunRecorder.WT2,
            RunRecorder.PT,
            RunRecorder.SLOWDOWN,
            RunRecorder.SELECTIONS);

    private final Map<String, Published> cells = new HashMap<>();

    PublishedTables() {
        try (InputStream file = PublishedTables.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is not on the class path");
            }
            new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))
                    .lines()
                    .skip(1)
                    .map(line -> line.split(","))
                    .forEach(this::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String[] row) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (int i = 0; i < COLUMNS.size(); i++) {
            if (!COLUMNS.get(i).isEmpty()) {
                figures.put(COLUMNS.get(i), Double.parseDouble(row[FIRST_FIGURE + i]));
            }
        }
        String where = "table " + (FIRST_TABLE + TABLES.indexOf(row[0]));
        cells.put(key(row[0], row[1], row[2]), new Published(where, figures));
    }

    private static String key(String scenario, String variant, String policy) {
        return String.join(" ", scenario, variant, policy);
    }

    /** The row of a policy; {@link Published#NOTHING} when there is none. */
    Published find(String scenario, String variant, String policy) {
        return cells.getOrDefault(key(scenario, variant, policy), Published.NOTHING);
    }
}
