// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed while it writes rows one after the other, at a random moment. */
@Tag("thorough")
class KilledHistoryIT {

    private static final Scope NODE = Scope.node("shop", "a");
    private static final long FIRST_S = 604_800L * 2800;
    private static final int KILLS = 3;
    private static final long SEED = Long.getLong("seed", 9);

    /**
     * Writes rows without a pause, each a second after the last, and prints the second of every row that is written.
     */
    static final class Writer {

        private Writer() {}

        public static void main(String[] arguments) {
            Fleet fleet = new Fleet();
            Fleet.Member member = fleet.add("a");
            member.inFlight = 7;
            History history = new History(Path.of(arguments[0]), fleet, SeriesStore.MOST_FILES, Long.MAX_VALUE);
            for (long nowS = Long.parseLong(arguments[1]); ; nowS++) {
                history.tick(nowS * 1000 + 500, nowS * 1_000_000_000);
                System.out.println(nowS);
            }
        }
    }

    @Test
    void whatAKillLeavesCanBeReadAndWrittenOn(@TempDir Path folder) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        long nextS = FIRST_S;
        for (int kill = 0; kill < KILLS; kill++) {
            long lastS = writeAndKill(folder, nextS, 200 + random.nextInt(400));
            Fleet fleet = new Fleet();
            fleet.add("a").inFlight = 7;
            try (History history = new History(folder, fleet, SeriesStore.MOST_FILES, Long.MAX_VALUE)) {
                long nowS = lastS + 2;
                history.tick(nowS * 1000 + 500, nowS * 1_000_000_000);
                assertThat(history.problem()).as("seed %d", SEED).isNull();
                HistorySeries series = Objects.requireNonNull(history.series(
                        NODE, NODE.metrics().subList(1, 2), (nowS - 60) * 1000, nowS * 1000, 60, nowS * 1000));
                double[] values = Objects.requireNonNull(series.lines().get("TD_AVE_RQSTS_ACT"))
                        .average();
                assertThat(Arrays.stream(values).filter(value -> !Double.isNaN(value)))
                        .as("what is there is what was written, seed %d", SEED)
                        .hasSizeGreaterThan(50)
                        .containsOnly(7.0);
                nextS = nowS + 1;
            }
            assertThat(folder.resolve(NODE.file() + ".torn")).doesNotExist();
        }
    }

    private static long writeAndKill(Path folder, long fromS, int rows) throws Exception {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Writer.class.getName(),
                        folder.toString(),
                        Long.toString(fromS))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long lastS = 0;
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
            for (int row = 0; row < rows; row++) {
                lastS = Long.parseLong(Objects.requireNonNull(said.readLine(), "the writer ended by itself"));
            }
            // Process.destroyForcibly would close its output, too
            assertThat(writer.toHandle().destroyForcibly()).isTrue();
            assertThat(writer.waitFor(10, TimeUnit.SECONDS)).isTrue();
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                lastS = line.matches("[0-9]{10}") ? Long.parseLong(line) : lastS;
            }
        }
        return lastS;
    }
}
