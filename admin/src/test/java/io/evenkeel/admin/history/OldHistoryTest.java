// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of history that an earlier revision has written itself, before sessions and failed attempts were kept and while
 * files had all their blocks; here they are compressed. It ran for some seconds, with a node of weight 2.5.
 */
class OldHistoryTest {

    private static final long MS_PER_S = 1000;

    /** The last second that the files have. */
    private static final long LAST_S = 1_795_866_989L;

    private static final Scope NODE = Scope.node("shop", "vcn1");
    private static final Scope CLUSTER = Scope.cluster("shop");

    @TempDir
    private Path folder;

    private final Fleet fleet = new Fleet();
    private final Fleet.Member node = fleet.add("vcn1");
    private History history;

    @BeforeEach
    void unpack() throws IOException {
        for (Scope scope : List.of(NODE, CLUSTER, Scope.DISPATCHER)) {
            try (InputStream packed = OldHistoryTest.class.getResourceAsStream("old/" + scope.file() + ".gz");
                    InputStream file = new GZIPInputStream(Objects.requireNonNull(packed, scope.file()))) {
                Files.copy(file, folder.resolve(scope.file()));
            }
        }
        history = new History(folder, fleet, SeriesStore.MOST_FILES, Long.MAX_VALUE);
    }

    @AfterEach
    void close() {
        history.close();
    }

    /** The known values of a figure in the ten seconds up to the last one that the old program wrote. */
    private double[] before(Scope scope, String name, long nowS) throws IOException {
        List<HistoryMetric> metrics = scope.metrics().stream()
                .filter(each -> each.name().equals(name))
                .toList();
        HistorySeries series = Objects.requireNonNull(
                history.series(scope, metrics, (LAST_S - 10) * MS_PER_S, LAST_S * MS_PER_S, 10, nowS * MS_PER_S));
        return Arrays.stream(Objects.requireNonNull(series.lines().get(name)).average())
                .filter(value -> !Double.isNaN(value))
                .toArray();
    }

    private void hasThePast(long nowS) throws IOException {
        assertThat(before(NODE, "TAP_NODE_WEIGHT", nowS)).hasSizeGreaterThan(5).containsOnly(2.5);
        assertThat(before(NODE, "NODE_AVAILABILITY%", nowS)).hasSizeGreaterThan(5);
        assertThat(before(CLUSTER, "TD_QUEUE", nowS)).hasSizeGreaterThan(5).containsOnly(0);
        assertThat(Arrays.stream(before(Scope.DISPATCHER, "JVM_THREADS", nowS)).boxed())
                .hasSizeGreaterThan(5)
                .allMatch(threads -> threads > 1);
        assertThat(before(CLUSTER, "TD_SESSIONS_BEGUN", nowS))
                .as("which it did not keep")
                .isEmpty();
    }

    @Test
    void areReadAsTheyAre() throws IOException {
        hasThePast(LAST_S + 1);
    }

    @Test
    void areWrittenOnWithWhatWasAddedSince() throws IOException {
        node.weight = 4;
        for (long nowS = LAST_S + 1; nowS < LAST_S + 20; nowS++) {
            history.tick(nowS * MS_PER_S + 500, nowS * MS_PER_S * 1_000_000);
        }

        hasThePast(LAST_S + 20);
        HistorySeries after = Objects.requireNonNull(history.series(
                NODE, NODE.metrics(), (LAST_S + 14) * MS_PER_S, (LAST_S + 18) * MS_PER_S, 4, (LAST_S + 20) * MS_PER_S));
        double[] weights =
                Objects.requireNonNull(after.lines().get("TAP_NODE_WEIGHT")).average();
        assertThat(weights[weights.length - 1]).isCloseTo(4, within(1e-9));
        assertThat(after.lines()).containsKey("TD_SESSIONS");
        assertThat(history.problem()).isNull();
        try (var files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString())).noneMatch(name -> name.endsWith(".torn"));
        }
    }
}
