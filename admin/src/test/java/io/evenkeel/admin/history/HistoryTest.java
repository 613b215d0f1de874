// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsView;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rrd4j.core.RrdNioBackendFactory;

@Tag("thorough")
class HistoryTest {

    private static final int PAGE = 4096;
    private static final long MS_PER_S = 1000;
    private static final Scope NODE = Scope.node("shop", "a");

    // a whole number of hours, days and weeks since 1970
    private long nowS = 604_800L * 2800;

    @TempDir
    Path folder;

    private final Fleet fleet = new Fleet();
    private final Fleet.Member a = fleet.add("a");
    private History history;

    @BeforeEach
    void open() {
        history = new History(folder, fleet, SeriesStore.MOST_FILES, Long.MAX_VALUE);
    }

    @AfterEach
    void close() {
        history.close();
    }

    private void tick() {
        nowS++;
        history.tick(nowS * MS_PER_S + 500, nowS * MS_PER_S * 1_000_000);
    }

    private void tick(int seconds) {
        for (int second = 0; second < seconds; second++) {
            tick();
        }
    }

    private HistorySeries.SeriesLine read(Scope scope, String metric, int lastS, int points) throws IOException {
        List<HistoryMetric> metrics = scope.metrics().stream()
                .filter(each -> each.name().equals(metric))
                .toList();
        HistorySeries series =
                history.series(scope, metrics, (nowS - lastS) * MS_PER_S, nowS * MS_PER_S, points, nowS * MS_PER_S);
        return Objects.requireNonNull(Objects.requireNonNull(series).lines().get(metric));
    }

    private double last(Scope scope, String metric) throws IOException {
        double[] average = read(scope, metric, 1, 1).average();
        return average[average.length - 1];
    }

    @Test
    void keepsTableTwoOfEverySecond() throws IOException {
        tick(2);
        a.selections += 4;
        a.failedAttempts += 3;
        a.inFlight = 3;
        fleet.finish(a, 10);
        fleet.finish(a, 10);
        fleet.finish(a, 10);
        fleet.finish(a, 50);
        tick();

        for (Scope scope : List.of(NODE, Scope.cluster("shop"), Scope.DISPATCHER)) {
            assertThat(last(scope, "TD_AVE_THROUGHPUT"))
                    .as("throughput of %s", scope)
                    .isEqualTo(4);
            assertThat(last(scope, "TD_AVE_RQSTS_ACT"))
                    .as("in flight of %s", scope)
                    .isEqualTo(3);
            assertThat(last(scope, "TD_AVE_SRV_SELS"))
                    .as("selections of %s", scope)
                    .isEqualTo(4);
            assertThat(last(scope, "TD_FAIL_ATTEMPTS"))
                    .as("failed attempts of %s", scope)
                    .isEqualTo(3);
            assertThat(last(scope, "TD_AVE_RSPS_TIME")).isCloseTo(20, within(0.1));
            // two significant digits in a node's histogram
            assertThat(last(scope, "TD_P50_RSPS_TIME")).isCloseTo(10, within(0.1));
            assertThat(last(scope, "TD_P99_RSPS_TIME")).isCloseTo(50, within(0.5));
            assertThat(last(scope, "TD_AVE_SRV_SEL")).isCloseTo(0.001, within(1e-9));
            assertThat(last(scope, "TD_AVE_TRAF_OUT")).isEqualTo(8);
        }
        assertThat(last(Scope.cluster("shop"), "TD_QUEUE")).isEqualTo(4);
    }

    @Test
    void aPercentileIsOfItsSecondAlone() throws IOException {
        tick(2);
        fleet.finish(a, 900);
        tick();
        fleet.finish(a, 5);
        tick();

        assertThat(last(NODE, "TD_P99_RSPS_TIME")).isCloseTo(5, within(0.05));
    }

    @Test
    void whatIsAbsentStaysAbsent() throws IOException {
        tick(3);

        assertThat(last(NODE, "OS_CPU_USED%")).isNaN();
        assertThat(last(NODE, "TD_P99_RSPS_TIME")).as("percentile of nothing").isNaN();
        assertThat(last(NODE, "TAP_NODE_SCORE")).isNaN();
        assertThat(last(NODE, "TD_AVE_THROUGHPUT")).as("a rate that is known").isZero();

        a.reports(1, Map.of("OS_CPU_USED%", 40.0));
        tick();
        assertThat(last(NODE, "OS_CPU_USED%")).isEqualTo(40);

        a.isSilent();
        tick();
        assertThat(last(NODE, "OS_CPU_USED%"))
                .as("of a sample that is not in force")
                .isNaN();
    }

    @Test
    void runningTotalsAreKeptAsGrowthBetweenSamples() throws IOException {
        a.reports(1, Map.of("NET_TCP_IN_SEGS", 1000.0));
        tick(2);
        assertThat(last(NODE, "NET_TCP_IN_SEGS")).as("one sample has no growth").isNaN();

        a.reports(2, Map.of("NET_TCP_IN_SEGS", 1200.0));
        tick();
        assertThat(last(NODE, "NET_TCP_IN_SEGS")).as("200 in two seconds").isEqualTo(100);
        tick();
        assertThat(last(NODE, "NET_TCP_IN_SEGS")).as("until the next sample").isEqualTo(100);

        a.reports(3, Map.of("NET_TCP_IN_SEGS", 7.0));
        tick();
        assertThat(last(NODE, "NET_TCP_IN_SEGS"))
                .as("the machine started again")
                .isNaN();
    }

    @Test
    void sharesSayWhatANodeShouldGetAndGot() throws IOException {
        Fleet.Member b = fleet.add("b");
        b.weight = 3;
        tick(3);
        a.selections += 1;
        b.selections += 1;
        tick();

        assertThat(last(NODE, "TAP_SHARE_WANTED%")).isEqualTo(25);
        assertThat(last(NODE, "TAP_SHARE_GOT%")).isEqualTo(50);
    }

    @Test
    void coarseArchivesHoldMeansAndMaxima() throws IOException {
        tick();
        for (int second = 0; second < 7300; second++) {
            a.inFlight = (int) ((nowS + 1) % 10);
            tick();
        }

        // each span of 10 s or more has every value from 0 to 9 once or equally often
        for (int lastS : new int[] {4000, 86_400, 7 * 86_400}) {
            HistorySeries.SeriesLine line = read(NODE, "TD_AVE_RQSTS_ACT", lastS, 600);
            double[] averages = known(line.average());
            double[] maxima = known(line.max());
            assertThat(averages).as("means over %d s", lastS).isNotEmpty();
            for (double average : Arrays.copyOfRange(averages, 1, averages.length)) {
                assertThat(average).isCloseTo(4.5, within(1e-6));
            }
            for (double max : Arrays.copyOfRange(maxima, 1, maxima.length)) {
                assertThat(max).isEqualTo(9);
            }
        }
        HistorySeries.SeriesLine year = read(NODE, "TD_AVE_RQSTS_ACT", 365 * 86_400, 8784);
        assertThat(known(year.average())).as("two whole hours").hasSize(2);
    }

    private static double[] known(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
    }

    @Test
    void pointsStayInTheirPlaceWhenAskedAgain() throws IOException {
        tick(30);
        HistorySeries before = series(600);
        nowS += 1;
        HistorySeries after = series(600);

        assertThat(before.firstS() % before.stepS()).isZero();
        assertThat((after.firstS() - before.firstS()) % after.stepS()).isZero();
        assertThat(before.points()).isLessThanOrEqualTo(600);
    }

    private HistorySeries series(int points) throws IOException {
        return Objects.requireNonNull(history.series(
                NODE,
                NODE.metrics().subList(0, 1),
                (nowS - 3600) * MS_PER_S,
                nowS * MS_PER_S,
                points,
                nowS * MS_PER_S));
    }

    @Test
    void aNodeThatLeftCanStillBeAsked() throws IOException {
        a.inFlight = 7;
        tick(3);
        fleet.members.remove("a");
        tick(2);

        double[] kept = known(read(NODE, "TD_AVE_RQSTS_ACT", 60, 60).average());
        assertThat(kept).contains(7);
        assertThat(history.series(Scope.node("shop", "never"), NODE.metrics(), 0, 1, 1, nowS * MS_PER_S))
                .isNull();
    }

    @Test
    void survivesARestart() throws IOException {
        a.inFlight = 7;
        tick(5);
        history.close();
        open();
        a.inFlight = 8;
        nowS += 30;
        tick(3);

        double[] values = read(NODE, "TD_AVE_RQSTS_ACT", 60, 60).average();
        assertThat(known(values)).contains(7, 8);
        assertThat(Arrays.stream(values).filter(Double::isNaN).count())
                .as("the gap is absent")
                .isGreaterThan(20);
    }

    @Test
    void whatWasWrittenIsInTheFileAtOnce(@TempDir Path copies) throws IOException {
        a.inFlight = 6;
        tick(4);
        a.inFlight = 7;
        tick();
        // a killed process leaves what the kernel has of the mapped pages, and so has a reader of the
        // file
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.copy(file, copies.resolve(file.getFileName()));
            }
        }
        history.close();
        history = new History(copies, fleet, SeriesStore.MOST_FILES, Long.MAX_VALUE);

        assertThat(last(NODE, "TD_AVE_RQSTS_ACT")).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "empty", "zeros", "foreign", "of other figures", "header"})
    void aFileThatCannotBeReadIsMovedAsideAndTheOthersAreNot(String harm) throws IOException {
        Fleet.Member b = fleet.add("b");
        b.inFlight = 5;
        tick(6);
        history.close();
        Path file = folder.resolve(NODE.file());
        byte[] whole = Files.readAllBytes(file);
        switch (harm) {
            case "short" -> Files.write(file, Arrays.copyOf(whole, 100_000));
            case "empty" -> Files.write(file, new byte[0]);
            case "zeros" -> Files.write(file, new byte[whole.length]);
            case "foreign" -> {
                Arrays.fill(whole, (byte) 'x');
                Files.write(file, whole);
            }
            case "of other figures" ->
                Files.copy(
                        folder.resolve(Scope.cluster("shop").file()),
                        file,
                        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            default -> {
                Arrays.fill(whole, 48, 400, (byte) 0x7f);
                Files.write(file, whole, StandardOpenOption.TRUNCATE_EXISTING);
            }
        }
        open();
        a.inFlight = 2;
        tick(3);

        assertThat(history.isOn()).isTrue();
        assertThat(folder.resolve(NODE.file() + ".torn")).exists();
        assertThat(last(NODE, "TD_AVE_RQSTS_ACT")).as("the new file").isEqualTo(2);
        assertThat(known(read(Scope.node("shop", "b"), "TD_AVE_RQSTS_ACT", 60, 60)
                        .average()))
                .as("the other node's past")
                .hasSizeGreaterThan(5);
    }

    @Test
    void aFolderThatCannotBeMadeSwitchesItOff() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        history.close();
        history = new History(file, fleet, SeriesStore.MOST_FILES, Long.MAX_VALUE);
        tick(2);

        assertThat(history.isOn()).isFalse();
        assertThat(history.problem()).contains(file.toString());
        assertThat(history.series(NODE, NODE.metrics(), 0, 1, 1, 1)).isNull();
    }

    /** A page of a mapped file that has no place on the disk ends an access as one behind the end of the file does. */
    @Test
    void aDiskThatIsFullSwitchesItOffAndSaysSoAlsoWhenRowsStillWait() throws IOException {
        tick(20);
        assertThat(history.problem()).isNull();
        for (Scope scope : List.of(NODE, Scope.cluster("shop"), Scope.DISPATCHER)) {
            try (FileChannel file = FileChannel.open(folder.resolve(scope.file()), StandardOpenOption.WRITE)) {
                file.truncate(0);
            }
        }
        tick(8);

        assertThat(history.isOn()).isFalse();
        assertThat(history.problem()).contains(folder + " cannot be used");
        history.close();
        assertThat(history.problem()).contains(folder + " cannot be used");
    }

    @Test
    void aFolderThatCouldNotBeUsedIsTriedAgainEveryMinute() throws IOException {
        Path inTheWay = Files.writeString(folder.resolve("file"), "in the way");
        history.close();
        history = new History(inTheWay, fleet, SeriesStore.MOST_FILES, Long.MAX_VALUE);
        tick(2);
        Files.delete(inTheWay);
        tick(58);
        assertThat(history.problem()).as("within a minute of the last try").contains("file cannot be used");
        a.inFlight = 3;
        tick(3);

        assertThat(history.problem()).isNull();
        assertThat(last(NODE, "TD_AVE_RQSTS_ACT")).isEqualTo(3);
    }

    @Test
    void aDiskThatWasFullIsUsedAgain() throws IOException {
        tick(20);
        try (FileChannel file = FileChannel.open(folder.resolve(NODE.file()), StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
        tick(8);
        assertThat(history.isOn()).isFalse();
        tick(61);
        a.inFlight = 4;
        tick(3);

        assertThat(history.problem()).isNull();
        assertThat(last(NODE, "TD_AVE_RQSTS_ACT")).isEqualTo(4);
        assertThat(known(read(Scope.cluster("shop"), "TD_AVE_RQSTS_ACT", 100, 100)
                        .average()))
                .as("what was kept before")
                .hasSizeGreaterThan(15);
    }

    @Test
    void aClosedOneStaysClosed() {
        tick(2);
        history.close();
        tick(120);

        assertThat(history.problem()).isEqualTo("it was closed");
    }

    @Test
    void aClockThatIsSetBackHarmsNothing() throws IOException {
        a.inFlight = 4;
        tick(5);
        nowS -= 3;
        tick(2);
        nowS += 1;
        tick(2);

        assertThat(history.isOn()).isTrue();
        assertThat(last(NODE, "TD_AVE_RQSTS_ACT")).isEqualTo(4);
    }

    @Test
    void whoWasGoneTheLongestMakesRoomAndWhoIsThereDoesNot() throws IOException {
        history.close();
        history = new History(folder, fleet, 4, Long.MAX_VALUE);
        fleet.add("b");
        tick(4);
        fleet.members.remove("a");
        fleet.add("c");
        fleet.add("d");
        tick(4);

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains(
                            "dispatcher.rrd",
                            Scope.node("shop", "b").file(),
                            Scope.node("shop", "c").file())
                    .doesNotContain(NODE.file())
                    .hasSize(4);
        }
        assertThat(history.isOn()).isTrue();
    }

    /** A file system may hold back holes in units of its own, so pages that are not empty are counted. */
    private static long written(Path file) throws IOException {
        byte[] all = Files.readAllBytes(file);
        long pages = 0;
        for (int from = 0; from < all.length; from += PAGE) {
            int to = Math.min(all.length, from + PAGE);
            pages += Arrays.equals(all, from, to, new byte[PAGE], 0, to - from) ? 0 : 1;
        }
        return pages * PAGE;
    }

    @Test
    void aFileTakesTheDiskAsItsRowsCome() throws IOException {
        a.reports(1, Map.of("OS_CPU_USED%", 40.0));
        tick();
        Path file = folder.resolve(NODE.file());
        long begun = written(file);
        tick(60);
        long minute = written(file);

        assertThat(Files.size(file)).isGreaterThan(40_000_000);
        assertThat(begun).as("of a file with one row").isLessThan(100_000);
        assertThat(minute - begun).as("60 rows of 92 figures").isBetween(40_000L, 100_000L);
    }

    @Test
    void aDenseFileOfAnEarlierVersionBecomesSparseAndKeepsItsPast() throws IOException {
        older(NODE, 60);
        Path file = folder.resolve(NODE.file());
        assertThat(SparseFiles.isDense(file)).isTrue();
        assertThat(written(file)).isGreaterThan(40_000_000);

        tick(3);

        assertThat(SparseFiles.isDense(file)).isFalse();
        assertThat(written(file)).isLessThan(300_000);
        assertThat(known(read(NODE, "TD_AVE_RQSTS_ACT", 60, 60).average())).contains(100, 106);
    }

    @Test
    void theFilesOfThoseWhoAreThereStayBelowTheSizeAndOthersGo() throws IOException {
        history.close();
        long room = SeriesFile.bytes(Catalog.DISPATCHER)
                + SeriesFile.bytes(Catalog.CLUSTER)
                + 2 * SeriesFile.bytes(Catalog.NODE);
        history = new History(folder, fleet, SeriesStore.MOST_FILES, room);
        fleet.add("b");
        fleet.add("c");
        tick(4);

        List<String> kept = withFiles();
        assertThat(folder.resolve("dispatcher.rrd")).exists();
        assertThat(kept).hasSize(2);
        assertThat(history.problem()).isNull();
        assertThat(history.isFull()).isTrue();
        fleet.members.remove(kept.get(0));
        nowS += 60;
        tick(4);

        List<String> now = withFiles();
        assertThat(now).as("the one that was left out instead").hasSize(2).doesNotContain(kept.get(0));
        assertThat(history.isFull()).as("with room for all who are there").isFalse();
    }

    @Test
    void aTornFileIsTheFirstToMakeRoom() throws IOException {
        history.close();
        Path torn = folder.resolve(NODE.file() + ".torn");
        Files.write(torn, new byte[100]);
        Files.setLastModifiedTime(torn, FileTime.fromMillis(0));
        history = new History(folder, fleet, 4, Long.MAX_VALUE);
        fleet.add("b");
        tick(4);

        assertThat(withFiles()).containsExactly("a", "b");
        assertThat(torn).doesNotExist();
    }

    private List<String> withFiles() {
        return Stream.of("a", "b", "c")
                .filter(name ->
                        Files.exists(folder.resolve(Scope.node("shop", name).file())))
                .toList();
    }

    @Test
    void aNewcomerAfterARestartDoesNotTakeTheRoomOfThoseWhoAreThere() throws IOException {
        fleet.add("b");
        tick(3);
        history.close();
        long room = SeriesFile.bytes(Catalog.DISPATCHER)
                + SeriesFile.bytes(Catalog.CLUSTER)
                + 2 * SeriesFile.bytes(Catalog.NODE);
        history = new History(folder, fleet, SeriesStore.MOST_FILES, room);
        Fleet.Member first = fleet.members.remove("a");
        Fleet.Member second = fleet.members.remove("b");
        fleet.add("new");
        fleet.members.put("a", first);
        fleet.members.put("b", second);
        tick(3);

        assertThat(folder.resolve(NODE.file())).exists();
        assertThat(folder.resolve(Scope.node("shop", "b").file())).exists();
        assertThat(folder.resolve(Scope.node("shop", "new").file())).doesNotExist();
        assertThat(history.isFull()).isTrue();

        fleet.members.remove("new");
        tick(1);
        assertThat(history.isFull()).as("once nobody is without a file").isFalse();
    }

    @Test
    void saysAtTheStartWhatItWillTake() {
        assertThat(History.need(Path.of("past"), fleet.clusters(), 1L << 30, new DiskSpace(1L << 40, 1L << 40)))
                .isEqualTo("the history in past grows to 74 MB in a year, 43 MB of it for each node;"
                        + " it may have 1074 MB (admin.history.size)");
        for (int node = 0; node < 99; node++) {
            fleet.add("n" + node);
        }
        assertThat(History.need(Path.of("past"), fleet.clusters(), 1L << 30, new DiskSpace(1L << 40, 1L << 40)))
                .isEqualTo("the history in past may have 1074 MB, which is enough for 24 of 100 nodes, of 43 MB each"
                        + " in a year (admin.history.size)");
    }

    @Test
    void saysAtTheStartWhatASmallDiskHas() {
        DiskSpace small = new DiskSpace(500_000_000, 320_000_000);

        assertThat(History.need(Path.of("past"), fleet.clusters(), 1L << 30, small))
                .isEqualTo("the history in past grows to 74 MB in a year, 43 MB of it for each node;"
                        + " it may have 1074 MB (admin.history.size); its disk has 500 MB, 320 MB of them free,"
                        + " and may be full before: a file begins only where 268 MB more are free than it takes"
                        + " in a year");
        assertThat(History.need(Path.of("past"), fleet.clusters(), 1L << 30, new DiskSpace(0, 0)))
                .as("a system that does not tell")
                .endsWith("(admin.history.size)");
    }

    private void sessions(long active) {
        SessionFigures figures = new SessionFigures(active, 40, 28, 280, 8_400);
        fleet.sessions = new SessionsView("none", figures, Map.of("a", figures), Map.of(), 0, 0, 0, Map.of(), null);
    }

    @Test
    void keepsTheSessionsOfNodesAndClustersOnceThereAreAny() throws IOException {
        tick();
        assertThat(last(NODE, "TD_SESSIONS")).isNaN();
        sessions(12);
        tick();
        sessions(0);
        tick();

        for (Scope scope : List.of(NODE, Scope.cluster("shop"), Scope.DISPATCHER)) {
            double[] kept = read(scope, "TD_SESSIONS", 2, 2).average();
            assertThat(Arrays.copyOfRange(kept, kept.length - 2, kept.length))
                    .as("%s", scope)
                    .containsExactly(12, 0);
        }
    }

    private void sessions(long began, long completed, long requests, long seconds) {
        SessionFigures figures = new SessionFigures(1, began, completed, requests, seconds);
        fleet.sessions = new SessionsView("none", figures, Map.of("a", figures), Map.of(), 0, 0, 0, Map.of(), null);
    }

    private List<Double> flow(Scope scope) throws IOException {
        return List.of(
                last(scope, "TD_SESSIONS_BEGUN"),
                last(scope, "TD_SESSIONS_OVER"),
                last(scope, "TD_SESSION_THINK"),
                last(scope, "TD_SESSION_LENGTH"));
    }

    @Test
    void keepsTheSessionsThatBeganAndWereOver() throws IOException {
        Scope shop = Scope.cluster("shop");
        tick(2);
        assertThat(flow(shop)).as("no session was ever seen").containsOnly(Double.NaN);
        sessions(40, 28, 280, 8_400);
        tick();
        sessions(43, 30, 290, 8_440);
        tick();
        for (Scope scope : List.of(shop, Scope.DISPATCHER)) {
            assertThat(flow(scope))
                    .as("%s: 3 began, 2 of 10 requests in 40 s were over", scope)
                    .containsExactly(3.0, 2.0, 5.0, 20.0);
        }
        tick();
        assertThat(flow(shop)).as("nothing began or ended").containsExactly(0.0, 0.0, Double.NaN, Double.NaN);
        sessions(2, 1, 1, 0);
        tick();
        assertThat(flow(shop)).as("counts that began again").containsOnly(Double.NaN);
    }

    /** A file of a cluster as the version before wrote it is read, and written on with what is new. */
    @Test
    void aClustersFileWithoutFlowOfSessionsKeepsItsPast() throws IOException {
        Scope shop = Scope.cluster("shop");
        older(shop, 600, metric -> !metric.name().matches("TD_SESSIONS?_.*"));
        double[] before = read(shop, "TD_QUEUE", 600, 600).average();
        sessions(40, 28, 280, 8_400);
        tick();
        sessions(41, 29, 282, 8_409);
        tick();

        assertThat(flow(shop)).containsExactly(1.0, 1.0, 9.0, 9.0);
        nowS -= 2;
        assertThat(read(shop, "TD_QUEUE", 600, 600).average()).isEqualTo(before).contains(1700, 1706);
        assertThat(history.problem()).isNull();
    }

    /** A file as the version before wrote it, which kept no sessions. */
    private void older(Scope scope, int seconds) throws IOException {
        older(scope, seconds, metric -> !metric.name().equals("TD_SESSIONS"));
    }

    private void older(Scope scope, int seconds, Predicate<HistoryMetric> kept) throws IOException {
        List<HistoryMetric> before = scope.metrics().stream().filter(kept).toList();
        try (RrdNioBackendFactory backend = new RrdNioBackendFactory(0)) {
            SeriesFile.make(folder.resolve(scope.file()), before, nowS, backend);
            try (SeriesFile file = SeriesFile.open(folder.resolve(scope.file()), before, nowS, backend, backend)) {
                for (int second = 0; second < seconds; second++) {
                    nowS++;
                    double[] row = new double[before.size()];
                    for (int figure = 0; figure < row.length; figure++) {
                        row[figure] = 100 * figure + second % 7;
                    }
                    file.write(nowS, row);
                }
            }
        }
    }

    @Test
    void aFileOfAnEarlierVersionKeepsItsPastAndGetsWhatIsNew() throws IOException {
        older(NODE, 7200);
        HistorySeries.SeriesLine before = read(NODE, "TD_P99_RSPS_TIME", 7200, 720);
        assertThat(read(NODE, "TD_SESSIONS", 7200, 720).average()).containsOnly(Double.NaN);

        sessions(12);
        a.inFlight = 2;
        tick(3);

        assertThat(last(NODE, "TD_SESSIONS")).isEqualTo(12);
        assertThat(last(NODE, "TD_AVE_RQSTS_ACT")).isEqualTo(2);
        nowS -= 3;
        HistorySeries.SeriesLine after = read(NODE, "TD_P99_RSPS_TIME", 7200, 720);
        assertThat(after.average()).isEqualTo(before.average()).contains(new double[] {1403}, within(0.6));
        assertThat(after.max()).isEqualTo(before.max());
        assertThat(last(NODE, "NODE_CAPACITY"))
                .as("the last figure, which has moved")
                .isGreaterThan(8900);
        assertThat(history.problem()).isNull();
        assertThat(folder.resolve(NODE.file() + ".torn")).doesNotExist();
    }

    @Test
    void aFileOfAnEarlierVersionThatCannotBeMadeLargerStays() throws IOException {
        Scope second = Scope.node("shop", "b");
        tick();
        older(second, 60);
        Files.writeString(
                Files.createDirectories(folder.resolve(second.file() + ".new")).resolve("full"), "disk");
        fleet.add("b");
        tick(3);

        assertThat(read(second, "TD_AVE_RQSTS_ACT", 60, 60).average()).contains(new double[] {100}, within(0.1));
        assertThat(history.problem()).isNull();
    }

    @Test
    void aFileWhosePointersLeadNowhereIsBegunAnew() throws IOException {
        Fleet.Member b = fleet.add("b");
        b.inFlight = 5;
        tick(6);
        history.close();
        Path file = folder.resolve(NODE.file());
        byte[] whole = Files.readAllBytes(file);
        // behind an archive's name come its share, its two counts, and for each figure a sum, a count and the pointer
        int archive = new String(whole, StandardCharsets.UTF_16BE).indexOf("AVERAGE") * 2;
        int from = archive + 40 + 8 + 4 + 4;
        Arrays.fill(whole, from, from + Catalog.NODE.size() * (8 + 4 + 4), (byte) 0x7f);
        Files.write(file, whole);
        open();
        a.inFlight = 2;
        tick(4);

        assertThat(history.problem()).isNull();
        assertThat(folder.resolve(NODE.file() + ".torn")).exists();
        assertThat(last(NODE, "TD_AVE_RQSTS_ACT")).as("the new file").isEqualTo(2);
        assertThat(last(Scope.node("shop", "b"), "TD_AVE_RQSTS_ACT")).isEqualTo(5);
    }

    @Test
    void aNewcomerWhoseFileCannotBeMadeHarmsNobodyElse() throws IOException {
        a.inFlight = 7;
        tick(3);
        Scope newcomer = Scope.node("shop", "b");
        Files.writeString(
                Files.createDirectories(folder.resolve(newcomer.file() + ".new"))
                        .resolve("full"),
                "disk");
        fleet.add("b");
        tick(200);

        assertThat(history.problem()).isNull();
        assertThat(last(NODE, "TD_AVE_RQSTS_ACT")).isEqualTo(7);
        assertThat(history.series(newcomer, newcomer.metrics(), 0, 1, 1, nowS * MS_PER_S))
                .isNull();
    }

    @Test
    void whereNothingCanBeMadeItIsOffAndSaysWhy() throws IOException {
        for (Scope scope : List.of(Scope.DISPATCHER, Scope.cluster("shop"), NODE)) {
            Files.writeString(
                    Files.createDirectories(folder.resolve(scope.file() + ".new"))
                            .resolve("full"),
                    "disk");
        }
        tick(2);

        assertThat(history.problem()).contains(folder.toString(), "cannot be used");
    }
}
