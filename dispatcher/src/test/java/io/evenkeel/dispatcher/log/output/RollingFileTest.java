// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.output;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogRotation;
import io.evenkeel.dispatcher.kit.Until;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class RollingFileTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final LogRotation DAILY = new LogRotation(Long.MAX_VALUE, Duration.ofDays(1), 3, false);

    @TempDir
    Path folder;

    private final List<String> troubles = new ArrayList<>();

    private Path path() {
        return folder.resolve("web.log");
    }

    private RollingFile open(LogRotation rotation) throws IOException {
        return RollingFile.open(path(), rotation, BERLIN, troubles::add);
    }

    private static LogRotation full(long size, int keep, boolean compress) {
        return new LogRotation(size, null, keep, compress);
    }

    private static void write(RollingFile file, String text, long nowMs) throws IOException {
        file.isReady(nowMs);
        file.write(ByteBuffer.wrap(text.getBytes(US_ASCII)));
        Until.holds("the end of a compression", () -> !file.isCompressing());
    }

    private static long at(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    private String text(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private String unzipped(String name) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(folder.resolve(name)))) {
            return new String(in.readAllBytes(), US_ASCII);
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> String.valueOf(each.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void beginsANewFileWhenOneIsFullAndKeepsTheLast() throws IOException {
        RollingFile file = open(full(4, 2, false));
        for (String text : List.of("one\n", "two\n", "three\n", "4\n", "four\n", "five\n")) {
            write(file, text, 0);
        }
        file.close();
        assertThat(names()).containsExactly("web.log", "web.log.1", "web.log.2");
        assertThat(text("web.log")).isEqualTo("five\n");
        assertThat(text("web.log.1")).isEqualTo("4\nfour\n");
        assertThat(text("web.log.2")).isEqualTo("three\n");
        assertThat(troubles).isEmpty();
    }

    @Test
    void countsWhatIsInTheFileAlready() throws IOException {
        Files.writeString(path(), "earlier\n");
        RollingFile file = open(full(4, 2, false));
        write(file, "now\n", 0);
        file.close();
        assertThat(text("web.log.1")).isEqualTo("earlier\n");
        assertThat(text("web.log")).isEqualTo("now\n");
    }

    @Test
    void compressesAllButTheNewest() throws IOException {
        Files.writeString(path(), "one\n");
        Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("rw-r-----"));
        RollingFile file = open(full(4, 3, true));
        for (String text : List.of("two\n", "three\n", "four\n", "five\n")) {
            write(file, text, 0);
        }
        file.close();
        assertThat(names()).containsExactly("web.log", "web.log.1", "web.log.2.gz", "web.log.3.gz");
        assertThat(text("web.log.1")).isEqualTo("four\n");
        assertThat(unzipped("web.log.2.gz")).isEqualTo("three\n");
        assertThat(unzipped("web.log.3.gz")).isEqualTo("two\n");
        for (String name : names()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                    .as("rights of " + name)
                    .isEqualTo("rw-r-----");
        }
    }

    /** A system that gives no more threads must not end the thread that writes, and later gives one again. */
    @Test
    void writesOnWhenThereIsNoThreadToCompressAndCompressesWithTheNextRotation() throws IOException {
        AtomicBoolean full = new AtomicBoolean(true);
        RollingFile file = RollingFile.open(
                path(),
                full(4, 3, true),
                BERLIN,
                troubles::add,
                work -> full.get() ? new NoThread() : new Thread(work));
        for (String text : List.of("one\n", "two\n", "three\n")) {
            write(file, text, 0);
        }
        assertThat(names()).containsExactly("web.log", "web.log.1", "web.log.2");
        assertThat(troubles).hasSize(2).allMatch(said -> said.contains("unable to create native thread"));

        full.set(false);
        write(file, "four\n", 0);
        file.close();
        assertThat(names()).containsExactly("web.log", "web.log.1", "web.log.2.gz", "web.log.3.gz");
        assertThat(unzipped("web.log.3.gz")).isEqualTo("one\n");
        assertThat(unzipped("web.log.2.gz")).isEqualTo("two\n");
    }

    /** A thread for which the system has no room. */
    private static final class NoThread extends Thread {

        @Override
        public synchronized void start() {
            throw new OutOfMemoryError("unable to create native thread");
        }
    }

    @Test
    void beginsANewFileAtMidnight() throws IOException {
        Files.writeString(path(), "old\n");
        Files.setLastModifiedTime(path(), FileTime.fromMillis(at("2026-07-05T12:00:00Z")));
        RollingFile file = open(DAILY);
        write(file, "before\n", at("2026-07-05T21:59:59.999Z"));
        write(file, "after\n", at("2026-07-05T22:00:00Z"));
        write(file, "later\n", at("2026-07-06T21:59:59Z"));
        write(file, "next\n", at("2026-07-08T05:00:00Z"));
        file.close();
        assertThat(text("web.log.2")).isEqualTo("old\nbefore\n");
        assertThat(text("web.log.1")).isEqualTo("after\nlater\n");
        assertThat(text("web.log")).isEqualTo("next\n");
    }

    @Test
    void aDayOnWhichTheClocksAreSetBackHasOneFile() throws IOException {
        Files.writeString(path(), "saturday\n");
        Files.setLastModifiedTime(path(), FileTime.fromMillis(at("2026-10-24T12:00:00Z")));
        RollingFile file = open(DAILY);
        write(file, "sunday\n", at("2026-10-24T22:00:00Z"));
        write(file, "its last hour\n", at("2026-10-25T22:30:00Z"));
        write(file, "monday\n", at("2026-10-25T23:00:00Z"));
        file.close();
        assertThat(text("web.log.2")).isEqualTo("saturday\n");
        assertThat(text("web.log.1")).isEqualTo("sunday\nits last hour\n");
        assertThat(text("web.log")).isEqualTo("monday\n");
    }

    @Test
    void beginsANewFileAfterAMidnightWithoutTheProcess() throws IOException {
        Files.writeString(path(), "yesterday\n");
        Files.setLastModifiedTime(path(), FileTime.fromMillis(at("2026-07-05T12:00:00Z")));
        RollingFile file = open(DAILY);
        write(file, "today\n", at("2026-07-06T06:00:00Z"));
        file.close();
        assertThat(text("web.log.1")).isEqualTo("yesterday\n");
        assertThat(text("web.log")).isEqualTo("today\n");
    }

    @Test
    void opensAFileThatSomebodyTookAway() throws IOException {
        RollingFile file = open(full(4, 2, false));
        write(file, "taken\n", 0);
        Files.move(path(), folder.resolve("elsewhere"));
        write(file, "new\n", 0);
        file.close();
        assertThat(names()).containsExactly("elsewhere", "web.log");
        assertThat(text("web.log")).isEqualTo("new\n");
    }

    @Test
    void goesOnInTheSameFileWhenItCannotBeMoved() throws IOException {
        Files.createDirectories(folder.resolve("web.log.1/in-the-way"));
        RollingFile file = open(full(4, 1, false));
        write(file, "one\n", 0);
        write(file, "two\n", 1);
        write(file, "three\n", 59_999);
        assertThat(troubles).singleElement().asString().contains("web.log could not be rotated, and it grows");
        Files.delete(folder.resolve("web.log.1/in-the-way"));
        write(file, "four\n", 60_001);
        file.close();
        assertThat(text("web.log.1")).isEqualTo("one\ntwo\nthree\n");
        assertThat(text("web.log")).isEqualTo("four\n");
    }

    @Test
    void compressesWhatACrashLeft() throws IOException {
        Files.writeString(folder.resolve("web.log.2"), "left\n");
        Files.writeString(folder.resolve("web.log.2.gz.next"), "half");
        RollingFile file = open(full(4, 5, true));
        write(file, "one\n", 0);
        write(file, "two\n", 0);
        file.close();
        assertThat(unzipped("web.log.3.gz")).isEqualTo("left\n");
        assertThat(text("web.log.1")).isEqualTo("one\n");
    }
}
