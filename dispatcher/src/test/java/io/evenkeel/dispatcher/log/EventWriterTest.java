// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogRotation;
import io.evenkeel.config.LogSettings.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class EventWriterTest {

    @TempDir
    Path folder;

    /** A thread that the system gives only while it has room. */
    private static final class ScarceThread extends Thread {

        private final AtomicBoolean full;

        ScarceThread(Runnable work, AtomicBoolean full) {
            super(work, "scarce");
            this.full = full;
            setDaemon(true);
        }

        @Override
        public synchronized void start() {
            if (full.get()) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            super.start();
        }
    }

    private static Event event(String message) {
        return new Event(0, Level.INFO, EventArea.LOG, "t", message, null);
    }

    /** A throwable of a library that cannot say what it is. */
    private static final class Mute extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no words");
        }
    }

    /** The writing thread would end, and nobody would know that the event is missing. */
    @Test
    void countsAnEventThatCannotBePutInWordsAndGoesOn() throws Exception {
        List<Thread> threads = new ArrayList<>();
        EventWriter writer = new EventWriter(work -> {
            Thread made = new Thread(work, "writer");
            made.setDaemon(true);
            threads.add(made);
            return made;
        });
        Path file = folder.resolve("events.log");
        EventLog troubles = new EventLog();
        writer.to(new EventPlace(file.toString(), LogRotation.NONE, null), troubles.log());

        writer.add(new Event(0, Level.ERROR, EventArea.LOG, "t", "it failed", new Mute()));
        writer.add(event("this is written"));
        writer.flush();

        assertThat(writer.lost()).isEqualTo(1);
        assertThat(Files.readString(file)).contains("this is written");
        assertThat(threads).hasSize(1);
        writer.to(null, troubles.log());
        writer.flush();
    }

    /** Those who say an event are event loops, too, and an error would end them. */
    @Test
    void countsEventsForWhichThereIsNoThreadAndWritesAgainWhenThereIsOne() throws Exception {
        AtomicBoolean full = new AtomicBoolean();
        EventWriter writer = new EventWriter(work -> new ScarceThread(work, full));
        full.set(true);
        writer.add(event("nobody writes this"));
        writer.flush();
        assertThat(writer.lost()).isEqualTo(1);

        full.set(false);
        Path file = folder.resolve("events.log");
        EventLog troubles = new EventLog();
        writer.to(new EventPlace(file.toString(), LogRotation.NONE, null), troubles.log());
        writer.add(event("this is written"));
        writer.flush();
        writer.to(null, troubles.log());
        writer.flush();
        assertThat(Files.readString(file)).contains("this is written").doesNotContain("nobody");
        assertThat(writer.lost()).isEqualTo(1);
    }
}
