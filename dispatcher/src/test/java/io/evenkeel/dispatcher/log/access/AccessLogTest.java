// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogRotation;
import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.config.LogSettings.Format;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.output.LogOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class AccessLogTest {

    @TempDir
    Path folder;

    /** Lines that are written between two looks at the file. */
    private static final int LINES_OF_A_LOOK = 20;

    /** Lines of more octets than a file has before it is rotated. */
    private static final int LINES_OF_A_PASS = 500;

    private static void write(AccessLog log, String target) {
        AccessEntry entry = new AccessEntry();
        entry.open(false, "c", 1, "web");
        entry.begin(0);
        byte[] bytes = target.getBytes(US_ASCII);
        entry.method("GET");
        entry.target(bytes, 0, bytes.length);
        log.write(entry);
    }

    @Test
    void appendsToTheFileAndWritesOutWhatIsLeftOnClose() throws Exception {
        Path file = folder.resolve("access.log");
        Files.writeString(file, "earlier\n");
        try (AccessLog log =
                AccessLog.open(new AccessLogSettings(Format.COMBINED, file.toString()), new EventLog().log())) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int number = t;
                Thread thread = new Thread(() -> {
                    for (int i = 0; i < 500; i++) {
                        write(log, "/" + number + "/" + i);
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(log.dropped()).isZero();
        }
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(1 + 4 * 500).startsWith("earlier");
        for (int t = 0; t < 4; t++) {
            String mine = " /" + t + "/";
            assertThat(lines.stream().filter(line -> line.contains(mine)).count())
                    .as("lines of thread " + t)
                    .isEqualTo(500);
        }
    }

    @Test
    void writesToANewFileOfTheSameNameAfterARename() throws Exception {
        Path file = folder.resolve("access.log");
        Path rotated = folder.resolve("access.log.1");
        try (AccessLog log =
                AccessLog.open(new AccessLogSettings(Format.COMBINED, file.toString()), new EventLog().log())) {
            write(log, "/before");
            Files.move(file, rotated);
            log.reopen();
            Until.holds("a new file", () -> Files.exists(file));
            write(log, "/after");
        }
        assertThat(Files.readString(rotated)).contains("/before").doesNotContain("/after");
        assertThat(Files.readString(file)).contains("/after").doesNotContain("/before");
    }

    @Test
    void losesAndCutsNoLineWhileSomebodyMovesTheFileAway() throws Exception {
        Path file = folder.resolve("access.log");
        AtomicBoolean enough = new AtomicBoolean();
        AtomicInteger written = new AtomicInteger();
        Semaphore more = new Semaphore(0);
        int moved = 0;
        try (AccessLog log =
                AccessLog.open(new AccessLogSettings(Format.COMBINED, file.toString()), new EventLog().log())) {
            Thread thread = new Thread(() -> {
                while (!enough.get()) {
                    more.acquireUninterruptibly();
                    write(log, "/" + written.getAndIncrement());
                }
            });
            thread.start();
            for (; moved < 10; moved++) {
                Until.holds("lines in a new file", () -> {
                    more.release(LINES_OF_A_LOOK); // those before may all be in the file that was moved away
                    return size(file) > 0;
                });
                Files.move(file, folder.resolve("access.log." + moved));
                log.reopen();
            }
            enough.set(true);
            more.release();
            thread.join();
            assertThat(log.lost()).isZero();
        }
        assertNumbered(written.get());
    }

    @Test
    void losesAndCutsNoLineInARotation() throws Exception {
        Path file = folder.resolve("access.log");
        LogRotation rotation = new LogRotation(8192, null, 1000, false);
        int lines = 5_000;
        try (AccessLog log = AccessLog.open(
                new AccessLogSettings(Format.COMBINED, file.toString(), rotation), new EventLog().log())) {
            for (int i = 0; i < lines; i += LINES_OF_A_PASS) {
                long before = sizeOfAll();
                for (int k = i; k < i + LINES_OF_A_PASS; k++) {
                    write(log, "/" + k);
                }
                Until.holds("more bytes in the files", () -> sizeOfAll() > before);
            }
            assertThat(log.lost()).isZero();
        }
        assertThat(folder.resolve("access.log.2")).exists();
        assertNumbered(lines);
    }

    /** The octets of all files of the log; a file that is renamed meanwhile may count twice, or not. */
    private long sizeOfAll() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.mapToLong(each -> each.toFile().length()).sum();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All files together have each whole line once. */
    private void assertNumbered(int lines) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                for (String line : Files.readAllLines(each)) {
                    assertThat(line).matches("c - - \\[[^]]*] \"GET /[0-9]+ \" 000 0 \"-\" \"-\"");
                    numbers.add(Integer.valueOf(line.replaceAll(".*GET /([0-9]+) .*", "$1")));
                }
            }
        }
        assertThat(numbers)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, lines).boxed().toList());
    }

    @Test
    @EnabledIf("hasFullDevice")
    void countsWhatAFullDiskLosesAndSaysItOnce() throws Exception {
        EventLog events = new EventLog();
        AccessLog log = AccessLog.open(new AccessLogSettings(Format.COMBINED, "/dev/full"), events.log());
        for (int i = 1; i <= 300; i++) {
            write(log, "/" + i);
            int lost = i - i % 100;
            Until.holds("lost lines", () -> log.lost() >= lost);
        }
        log.close();
        assertThat(log.lost()).isEqualTo(300);
        assertThat(log.dropped()).isZero();
        assertThat(events.recent(9))
                .extracting(Event::message)
                .containsExactly(
                        "access log: /dev/full: 300 lines were lost",
                        "access log: /dev/full cannot be written: No space left on device; lines are lost until it can");
        events.close();
    }

    static boolean hasFullDevice() {
        return Files.exists(Path.of("/dev/full"));
    }

    @Test
    void keepsTheOldFileWhenTheNewOneCannotBeOpened() throws Exception {
        Path sub = Files.createDirectory(folder.resolve("logs"));
        Path file = sub.resolve("access.log");
        try (AccessLog log =
                AccessLog.open(new AccessLogSettings(Format.COMBINED, file.toString()), new EventLog().log())) {
            Files.move(sub, folder.resolve("gone"));
            log.reopen();
            write(log, "/still");
        }
        assertThat(Files.readString(folder.resolve("gone").resolve("access.log")))
                .contains("/still");
    }

    @Test
    void beginsALineAfterOneThatAFullDiskCut() throws Exception {
        ByteArrayOutputStream disk = new ByteArrayOutputStream();
        CountDownLatch full = new CountDownLatch(1);
        LogOutput sink = new LogOutput() {
            @Override
            public int write(ByteBuffer from) throws IOException {
                if (disk.size() == 10) {
                    full.countDown();
                    disk.write('#');
                    throw new IOException("No space left on device");
                }
                int count = disk.size() == 0 ? 10 : from.remaining();
                byte[] taken = new byte[count];
                from.get(taken);
                disk.write(taken);
                return count;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        try (AccessLog log = new AccessLog(
                new AccessLogSettings(Format.COMBINED, "-"), sink, ZoneOffset.UTC, 4096, new EventLog().log())) {
            write(log, "/cut");
            full.await();
            write(log, "/whole");
        }
        List<String> lines = disk.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).hasSize(11).endsWith("#");
        assertThat(lines.get(1)).contains("/whole");
    }

    @Test
    void goesOnAfterATurnThatFailedWithAnError() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        ByteArrayOutputStream disk = new ByteArrayOutputStream();
        LogOutput sink = new LogOutput() {
            @Override
            public boolean isReady(long nowMs) {
                if (failed.getCount() > 0) {
                    failed.countDown();
                    throw new OutOfMemoryError("unable to create native thread");
                }
                return true;
            }

            @Override
            public int write(ByteBuffer from) {
                byte[] taken = new byte[from.remaining()];
                from.get(taken);
                disk.writeBytes(taken);
                return taken.length;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        EventLog events = new EventLog();
        try (AccessLog log =
                new AccessLog(new AccessLogSettings(Format.COMBINED, "-"), sink, ZoneOffset.UTC, 4096, events.log())) {
            write(log, "/before");
            assertThat(failed.await(10, TimeUnit.SECONDS)).isTrue();
            write(log, "/after");
        }
        assertThat(disk.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .anyMatch(line -> line.contains("/before"))
                .anyMatch(line -> line.contains("/after"));
        assertThat(events.recent(5)).extracting(Event::message).anyMatch(said -> said.contains("writing has failed"));
    }

    @Test
    void neverWaitsForAReaderThatDoesNotReadAndCountsWhatItDrops() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        LogOutput slow = new LogOutput() {
            @Override
            public int write(ByteBuffer from) {
                stuck.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                int count = from.remaining();
                from.position(from.limit());
                return count;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        AccessLog log = new AccessLog(
                new AccessLogSettings(Format.COMBINED, "-"), slow, ZoneOffset.UTC, 4096, new EventLog().log());
        write(log, "/first");
        assertThat(stuck.await(10, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 1000; i++) {
            write(log, "/" + i);
        }
        assertThat(log.dropped())
                .as("dropped of 1001 lines with room for some fifty")
                .isBetween(900L, 990L);
        release.countDown();
        log.close();
    }
}
