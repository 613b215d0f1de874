// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogRotation;
import io.evenkeel.config.LogSettings;
import io.evenkeel.config.LogSettings.Level;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class EventLogTest {

    @TempDir
    Path folder;

    /** Actions for later, run when the test says so. */
    private final Deque<Runnable> later = new ArrayDeque<>();

    private final EventLog events = new EventLog((work, time) -> later.add(work));
    private final LogLevels levels = events.levels();

    @AfterEach
    void close() {
        events.close();
    }

    private Path configure(Level level) {
        Path file = folder.resolve("events.log");
        events.configure(new LogSettings(level, file.toString(), null));
        return file;
    }

    private List<String> lines(Path file) throws Exception {
        events.flush();
        return Files.readAllLines(file);
    }

    @Test
    void writesLevelAreaAndMessage() {
        long atMs = Instant.parse("2026-11-21T04:05:06.789Z").toEpochMilli();
        Event event = new Event(atMs, Level.WARN, EventArea.NODE, "loop-1", "vcn1 is down", null);
        assertThat(event.line(ZoneOffset.UTC)).isEqualTo("2026-11-21T04:05:06.789Z WARN  node     vcn1 is down\n");
        Event fine = new Event(atMs, Level.DEBUG, EventArea.EXCHANGE, "loop-1", "x", null);
        assertThat(fine.line(ZoneOffset.UTC)).isEqualTo("2026-11-21T04:05:06.789Z DEBUG exchange x [loop-1]\n");
    }

    @Test
    void keepsForgedLinesOnTheirOwn() {
        Event event = new Event(
                0, Level.INFO, EventArea.CHECK, "t", "a\nb\u001b[31m\u0085\u2028c", new IllegalStateException("x\ny"));
        List<String> lines = event.line(ZoneOffset.UTC).lines().toList();
        assertThat(lines.get(0)).endsWith("a\\u000ab\\u001b[31m\\u0085\\u2028c");
        assertThat(lines.subList(1, lines.size())).allMatch(line -> line.startsWith("    "));
    }

    /** A message may have the words of a server, which has no bound; the last events stay in the heap. */
    @Test
    void cutsAMessageThatIsTooLong() throws Exception {
        Path file = configure(Level.INFO);
        events.cluster().warn("store is away: " + "7".repeat(1 << 20));
        events.cluster().warn("7".repeat(4096));

        assertThat(events.recent(2))
                .extracting(event -> event.message().length())
                .containsExactly(4096, 4096 + 28);
        assertThat(lines(file).get(0)).contains("store is away: 777").endsWith("7 … (1044495 characters more)");
    }

    /** Each line of the journal is an entry of its own, with its own severity (sd-daemon(3)). */
    @Test
    void marksEachLineForTheJournal() {
        Event event = new Event(0, Level.ERROR, EventArea.CHECK, "t", "no answer", new IllegalStateException("x"));
        assertThat(EventStream.lines(event, ZoneOffset.UTC, true).lines())
                .hasSizeGreaterThan(2)
                .startsWith("<3>1970-01-01T00:00:00.000Z ERROR check    no answer")
                .allMatch(line -> line.startsWith("<3>"));
        assertThat(EventStream.lines(event, ZoneOffset.UTC, false)).isEqualTo(event.line(ZoneOffset.UTC));
    }

    @Test
    void changesTheLevelAtRunTime() throws Exception {
        Path file = configure(Level.WARN);
        events.node().info("one");
        events.node().warn("two");
        events.level(Level.TRACE);
        events.node().trace(() -> "three");
        events.level(Level.ERROR);
        events.node().warn("four");
        events.node().error("five", new IllegalStateException("because"));
        String text = String.join("\n", lines(file));
        assertThat(text).contains("two", "three", "five", "because").doesNotContain("one", "four");
    }

    private LogLevels.AreaLevel state(EventArea area) {
        return levels.list().stream()
                .filter(each -> each.area() == area)
                .findFirst()
                .orElseThrow();
    }

    private Level level(EventArea area) {
        return state(area).level();
    }

    @Test
    void changesTheLevelOfOneAreaForAWhile() throws Exception {
        Path file = configure(Level.INFO);
        levels.configured(Level.INFO);
        levels.change(EventArea.EXCHANGE, Level.DEBUG, Duration.ofMinutes(10));
        events.exchange().debug(() -> "one");
        events.node().debug(() -> "two");
        levels.configured(Level.WARN);
        events.exchange().debug(() -> "three");
        events.log().info("four");
        levels.configured(Level.INFO);
        later.remove().run();
        events.exchange().debug(() -> "five");
        assertThat(String.join("\n", lines(file)))
                .contains("one", "three", "the level of exchange is INFO again")
                .doesNotContain("two", "four", "five");
        assertThat(level(EventArea.EXCHANGE)).isEqualTo(Level.INFO);
    }

    @Test
    void endsNoLaterChangeWithTheEndOfAnEarlierOne() {
        levels.change(EventArea.NODE, Level.DEBUG, Duration.ofMinutes(10));
        levels.change(EventArea.NODE, Level.ERROR, null);
        assertThat(state(EventArea.NODE).untilMs()).isEqualTo(Long.MAX_VALUE);
        later.remove().run();
        assertThat(level(EventArea.NODE)).isEqualTo(Level.ERROR);
        levels.reset(EventArea.NODE);
        assertThat(level(EventArea.NODE)).isEqualTo(Level.INFO);
        assertThat(state(EventArea.NODE).untilMs()).isZero();
    }

    @Test
    void asksLibrariesForMoreWithTheirArea() {
        Logger netty = Logger.getLogger("io.netty");
        configure(Level.INFO);
        levels.change(EventArea.LIBRARY, Level.DEBUG, null);
        assertThat(netty.isLoggable(java.util.logging.Level.FINE)).isTrue();
        levels.reset(EventArea.LIBRARY);
        assertThat(netty.isLoggable(java.util.logging.Level.INFO)).isFalse();
    }

    @Test
    void doesNotMakeMessagesNobodyWants() {
        configure(Level.INFO);
        boolean[] made = new boolean[1];
        events.exchange().debug(() -> {
            made[0] = true;
            return "x";
        });
        assertThat(made[0]).isFalse();
    }

    @Test
    void opensTheFileAgainAfterARename() throws Exception {
        Path file = configure(Level.INFO);
        events.reload().info("before");
        events.flush();
        Path rotated = folder.resolve("rotated");
        Files.move(file, rotated);
        configure(Level.INFO);
        events.reload().info("after");
        assertThat(lines(file)).singleElement().asString().contains("after");
        assertThat(Files.readString(rotated)).contains("before").doesNotContain("after");
    }

    @Test
    void opensTheFileAgainWhenAsked() throws Exception {
        Path file = configure(Level.INFO);
        events.reload().info("before");
        events.flush();
        Files.move(file, folder.resolve("rotated"));
        events.reload().info("between");
        events.reopen();
        events.reload().info("after");
        assertThat(lines(file)).singleElement().asString().endsWith("after");
        assertThat(Files.readAllLines(folder.resolve("rotated"))).hasSize(2);
    }

    @Test
    void rotatesTheFileBySize() throws Exception {
        Path file = folder.resolve("events.log");
        LogRotation rotation = new LogRotation(4096, null, 2, false);
        events.configure(new LogSettings(Level.INFO, file.toString(), null, rotation));
        for (int i = 0; i < 200; i++) {
            events.listener().info("number " + i);
        }
        assertThat(lines(file).get(lines(file).size() - 1)).endsWith("number 199");
        assertThat(Files.size(folder.resolve("events.log.1"))).isBetween(4096L, 4200L);
        assertThat(folder.resolve("events.log.2")).exists();
        assertThat(folder.resolve("events.log.3")).doesNotExist();
    }

    @Test
    void appendsToAFileThatIsThere() throws Exception {
        Path file = folder.resolve("events.log");
        Files.writeString(file, "earlier\n");
        configure(Level.INFO);
        events.listener().info("now");
        assertThat(lines(file)).hasSize(2).startsWith("earlier");
    }

    @Test
    void beginsALineAfterOneThatWasCut() throws Exception {
        Path file = folder.resolve("events.log");
        Files.writeString(file, "half of a li");
        configure(Level.INFO);
        events.listener().info("now");
        events.listener().info("then");
        assertThat(lines(file)).hasSize(3).startsWith("half of a li");
    }

    @Test
    @EnabledIf("hasFullDevice")
    void saysOnceThatTheDiskIsFull() {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
            events.configure(new LogSettings(Level.INFO, "/dev/full", null));
            for (int i = 0; i < 50; i++) {
                events.listener().info("number " + i);
            }
            events.close();
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "evenkeel: the event log /dev/full cannot be written: No space left on device; lines are lost"
                                + " until it can",
                        "evenkeel: the event log /dev/full: 50 lines were lost");
        assertThat(events.lost()).isEqualTo(50);
    }

    static boolean hasFullDevice() {
        return Files.exists(Path.of("/dev/full"));
    }

    @Test
    void bringsWhatLibrariesWarnOf() throws Exception {
        Path file = configure(Level.INFO);
        Logger netty = Logger.getLogger("io.netty.test");
        netty.log(java.util.logging.Level.WARNING, "pool is {0}", "leaking");
        netty.info("not wanted");
        assertThat(String.join("\n", lines(file)))
                .contains("WARN  library  pool is leaking")
                .doesNotContain("not wanted");
    }

    @Test
    void bringsNothingOfWhatTheAdminServersLibrariesRead() throws Exception {
        Path file = configure(Level.TRACE);
        for (String library : List.of("org.eclipse.jetty", "io.javalin")) {
            Logger reader = Logger.getLogger(library + ".test");
            reader.fine("HEADER:IN_VALUE --> FIELD(Cookie: evenkeel-8111=the-session)");
            reader.finest("read {<<<name=ann&password=the-password>>>}");
            reader.info(library + " has begun");
        }
        assertThat(String.join("\n", lines(file)))
                .contains("DEBUG library  org.eclipse.jetty has begun", "DEBUG library  io.javalin has begun")
                .doesNotContain("the-session", "the-password");
    }

    @Test
    void bringsWhatLibrariesWarnOfToEveryOpenLog() {
        Logger netty = Logger.getLogger("io.netty.test");
        configure(Level.INFO);
        EventLog other = new EventLog();
        other.configure(new LogSettings(Level.ERROR, null, null));
        netty.warning("for both");
        other.close();
        netty.warning("for one");
        assertThat(events.recent(9)).extracting(Event::message).containsExactly("for one", "for both");
        assertThat(other.recent(9)).extracting(Event::message).containsExactly("for both");
    }

    @Test
    void librariesSayWhatAnyLogWants() {
        Logger netty = Logger.getLogger("io.netty");
        configure(Level.INFO);
        try (EventLog other = new EventLog()) {
            other.configure(new LogSettings(Level.ERROR, null, null));
            other.levels().change(EventArea.LIBRARY, Level.DEBUG, null);
            assertThat(netty.isLoggable(java.util.logging.Level.FINE)).isTrue();
            levels.configured(Level.WARN);
            assertThat(netty.isLoggable(java.util.logging.Level.FINE)).isTrue();
        }
        assertThat(netty.isLoggable(java.util.logging.Level.FINE)).isFalse();
        assertThat(netty.isLoggable(java.util.logging.Level.WARNING)).isTrue();
    }

    @Test
    void keepsNothingOfAnotherLog() throws Exception {
        Path file = configure(Level.INFO);
        Path second = folder.resolve("second.log");
        try (EventLog other = new EventLog()) {
            other.configure(new LogSettings(Level.WARN, second.toString(), null));
            events.node().info("one");
            other.node().info("two");
            other.node().warn("three");
            assertThat(lines(file)).singleElement().asString().endsWith("one");
            assertThat(events.recent(9)).extracting(Event::message).containsExactly("one");
            assertThat(other.recent(9)).extracting(Event::message).containsExactly("three", "two");
        }
        assertThat(Files.readAllLines(second)).singleElement().asString().endsWith("three");
    }
}
