// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.LogRotation;
import io.evenkeel.dispatcher.log.output.LossNotice;
import io.evenkeel.dispatcher.log.output.RollingFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneId;
import java.util.function.Consumer;

/**
 * A file of events. Each begins on a line of its own, also behind one that could not be written to its end. What it
 * loses is said on standard error, once.
 */
final class EventFile implements EventTarget {

    private final Path path;
    private final RollingFile file;
    private final LossNotice losses;
    private boolean torn;

    /**
     * Opens the file.
     *
     * @param troubles told why a rotation failed
     */
    EventFile(String path, LogRotation rotation, Consumer<String> troubles) throws IOException {
        this.path = Path.of(path);
        file = RollingFile.open(this.path, rotation, ZoneId.systemDefault(), troubles);
        losses = new LossNotice("the event log " + path, EventFile::say, EventFile::say);
        torn = endsInMidLine(this.path);
    }

    @Override
    public void write(Event event) throws IOException {
        long nowNs = System.nanoTime();
        boolean ready = file.isReady(event.atMs());
        String line = event.line(ZoneId.systemDefault());
        ByteBuffer octets = ByteBuffer.wrap((torn ? "\n" + line : line).getBytes(StandardCharsets.UTF_8));
        try {
            while (ready && octets.hasRemaining()) {
                file.write(octets);
            }
            torn = false;
            losses.written(nowNs);
        } catch (IOException e) {
            torn = endsInMidLine(path);
            losses.lost(1, String.valueOf(e.getMessage()), nowNs);
            throw e;
        }
    }

    @Override
    public void reopen() throws IOException {
        file.reopen();
        torn = endsInMidLine(path);
    }

    @Override
    public void close() {
        losses.end();
        try {
            file.close();
        } catch (IOException e) {
            say("the event log " + path + " could not be closed: " + e);
        }
    }

    private static boolean endsInMidLine(Path path) {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return file.size() > 0 && file.read(last, file.size() - 1) == 1 && last.get(0) != '\n';
        } catch (IOException e) {
            return false;
        }
    }

    /** Says something about a log that cannot say it itself. */
    static void say(String words) {
        System.err.println("evenkeel: " + words);
        System.err.flush();
    }
}
