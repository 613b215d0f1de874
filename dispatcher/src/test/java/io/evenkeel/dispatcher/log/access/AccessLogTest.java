// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.config.LogSettings.Format;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class AccessLogTest {

    @TempDir
    Path folder;

    private static void write(AccessLog log, String target) {
        AccessEntry entry = new AccessEntry();
        entry.open(false, "c", 1, "web");
        entry.begin(0);
        byte[] bytes = target.getBytes(US_ASCII);
        entry.method("GET");
        entry.target(bytes, 0, bytes.length);
        log.write(entry);
    }

    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
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
            until(() -> Files.exists(file));
            write(log, "/after");
        }
        assertThat(Files.readString(rotated)).contains("/before").doesNotContain("/after");
        assertThat(Files.readString(file)).contains("/after").doesNotContain("/before");
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
        AccessSink sink = () -> new WritableByteChannel() {
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
    void neverWaitsForAReaderThatDoesNotReadAndCountsWhatItDrops() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AccessSink slow = () -> new WritableByteChannel() {
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
