// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import static io.evenkeel.wire.Metric.AMX_CONNS_MAX;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_MAXSIZE;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_THRBSY_PERCENT;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_THRDSMAX;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_USED_PERCENT;
import static io.evenkeel.wire.Metric.AMX_CONNS_USED_PERCENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The page that says which server shows which metric. {@code -Dwrite=true} brings it in step with a run of all servers.
 */
final class CoveragePage {

    private static final Path PAGE = Path.of("../docs/reference/agent-coverage.md");
    private static final String BEGIN = "<!-- The table is written by AllServersIT out of real samples. -->\n";
    private static final String END = "<!-- End of the table. -->\n";

    /** The metrics that a recipe tells the agent because the server does not. */
    private static final Map<ServerType, Set<Metric>> SET = Map.of(
            ServerType.JETTY, Set.of(AMX_CONNS_Q_MAXSIZE, AMX_CONNS_Q_USED_PERCENT),
            ServerType.OPEN_LIBERTY,
                    Set.of(AMX_CONNS_MAX, AMX_CONNS_USED_PERCENT, AMX_CONNS_Q_THRDSMAX, AMX_CONNS_Q_THRBSY_PERCENT));

    private CoveragePage() {}

    /** Compares the columns of the servers that have run; writes the page only when all have. */
    static void check(Map<ServerType, NodeSample> samples) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        assertThat(from).as("the mark for the table in " + PAGE).isBetween(BEGIN.length(), to);
        List<String[]> wanted = table(samples);
        if (Boolean.getBoolean("write") && samples.size() == ServerType.values().length) {
            StringBuilder text = new StringBuilder();
            wanted.forEach(
                    row -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
            Files.writeString(PAGE, page.substring(0, from) + text + page.substring(to));
            return;
        }
        List<String[]> found =
                page.substring(from, to).lines().map(CoveragePage::cells).toList();
        for (int column = 0; column < wanted.get(0).length; column++) {
            if (column == 0 || samples.containsKey(List.of(ServerType.values()).get(column - 1))) {
                int shown = column;
                assertThat(found.stream().map(row -> row[shown]).toList())
                        .as("a column of " + PAGE + "; WRITE=true .ci/slow servers writes it again")
                        .isEqualTo(wanted.stream().map(row -> row[shown]).toList());
            }
        }
    }

    private static String[] cells(String row) {
        return Arrays.stream(row.substring(1, row.length() - 1).split("\\|", -1))
                .map(String::trim)
                .toArray(String[]::new);
    }

    private static List<String[]> table(Map<ServerType, NodeSample> samples) {
        List<String[]> rows = new ArrayList<>();
        rows.add(row("metric", type -> type.title()));
        rows.add(row("---", type -> "---"));
        for (Metric metric : Metric.values()) {
            if (metric.table() == Metric.Table.SERVER || metric == Metric.AMX_JDBC_WAIT) {
                rows.add(row("`" + metric.title() + "`", type -> cell(metric, type, samples.get(type))));
            }
        }
        return rows;
    }

    private static String[] row(String first, Function<ServerType, String> rest) {
        List<String> cells = new ArrayList<>(List.of(first));
        for (ServerType type : ServerType.values()) {
            cells.add(rest.apply(type));
        }
        return cells.toArray(String[]::new);
    }

    private static String cell(Metric metric, ServerType type, @Nullable NodeSample sample) {
        if (sample == null) {
            return "?";
        }
        if (!sample.has(metric)) {
            return "–";
        }
        return SET.getOrDefault(type, Set.of()).contains(metric) ? "setting" : "yes";
    }
}
