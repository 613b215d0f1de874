// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.List;

/**
 * A table of an experiment's own, beside those of its scenarios: an average over all of them, or figures of a theory.
 *
 * @param title with the paper's number where it is the paper's table
 * @param columns headings
 * @param rows as many cells as there are columns, as people read them
 */
public record ExperimentTable(String title, List<String> columns, List<List<String>> rows) {

    public ExperimentTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
