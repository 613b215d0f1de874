// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Published;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The published figures of an experiment, from the file {@code published.csv} beside its class: a row for each figure,
 * which says where in the paper it stands. Immutable.
 */
public final class PaperTable {

    private static final String FILE = "published.csv";
    private static final String HEAD = "scenario,policy,variant,load,unit,figure,value,where";
    private static final int COLUMNS = 8;

    private final Map<CellKey, Map<String, Double>> figures = new LinkedHashMap<>();
    private final Map<CellKey, Set<String>> places = new LinkedHashMap<>();

    private PaperTable(List<String> lines) {
        if (lines.isEmpty() || !lines.get(0).equals(HEAD)) {
            throw new IllegalArgumentException(FILE + " begins with " + HEAD);
        }
        for (String line : lines.subList(1, lines.size())) {
            String[] row = line.split(",", COLUMNS);
            if (row.length < COLUMNS) {
                throw new IllegalArgumentException(FILE + " has a row of " + row.length + " columns: " + line);
            }
            CellKey key = new CellKey(row[0], row[1], row[2], new LoadLevel(Double.parseDouble(row[3]), row[4]));
            figures.computeIfAbsent(key, any -> new LinkedHashMap<>()).put(row[5], Double.parseDouble(row[6]));
            places.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(row[7]);
        }
    }

    /** The table beside a class. */
    public static PaperTable of(Class<?> experiment) {
        try (InputStream file = experiment.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException("no " + FILE + " beside " + experiment.getName());
            }
            return new PaperTable(new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The published figures of a cell. */
    public Published of(CellKey key) {
        Map<String, Double> known = figures.get(key);
        return known == null
                ? Published.NOTHING
                : new Published(String.join("; ", places.getOrDefault(key, Set.of())), known);
    }

    /** The cells that have published figures. */
    public Set<CellKey> keys() {
        return Set.copyOf(figures.keySet());
    }
}
