// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import io.evenkeel.config.disk.StateFolder;
import io.evenkeel.dispatcher.engine.port.Neighbours;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The hold of this process on the state of a configuration, and the way it goes from one process to the next.
 *
 * <p>The next process asks by holding {@code NAME.successor}. The one before closes its admin server and lets go of
 * {@code NAME.pid}; it still serves, and takes the state back if the next one dies. The next one reads the state,
 * listens beside it, and writes that it is ready; the one before removes that file, drains and ends. So state has one
 * owner at any moment, and a step that fails leaves the process that was there.
 *
 * <p>Threads: {@link #take}, {@link #takeOver} and {@link #ready} belong to the start; then {@link #watch} has a thread
 * of its own, which also takes what is owed.
 */
final class StateHold implements AutoCloseable {

    /** The other process's part of this. */
    interface Predecessor {

        /** Ends all use of the state; serving goes on. */
        void letGo(long successor);

        /** Uses the state again, because the successor has died. */
        void takeBack(long successor);

        /** Drains and ends. */
        void end(long successor);
    }

    private static final long LOOK_MS = 50;

    /** A process that looks every {@link #LOOK_MS} and closes its admin server is done long before. */
    private static final int ASK_MS = 30_000;

    private static final int HEAR_MS = 10_000;

    /** Time between two attempts to take what was owed; the disk may have room again. */
    private static final long AGAIN_MS = 10_000;

    /** After the number of the process, in the file of the successor. */
    private static final String ASKS = " asks";

    private static final String IS_READY = " ready";

    private final Path present;
    private final Path successor;
    private final Neighbours neighbours;
    private final Consumer<String> say;
    private final long pid = ProcessHandle.current().pid();
    private @Nullable HeldFile state;
    private @Nullable HeldFile asking;
    private @Nullable Thread watcher;
    /** True while another process has the state, or is given it. */
    private volatile boolean isOthers;

    /** True when nobody had the state at the start, and it could not be taken. */
    private boolean isOwed;

    /** The last trouble that was said. */
    private String trouble = "";

    private long before;
    private int sockets;

    /**
     * @param neighbours hears who listens on the same addresses
     * @param say gets a sentence for the user
     */
    StateHold(Path config, Neighbours neighbours, Consumer<String> say) {
        Path folder = StateFolder.of(config);
        this.present = folder.resolve(StateFolder.prefix(config) + ".pid");
        this.successor = folder.resolve(StateFolder.prefix(config) + ".successor");
        this.neighbours = neighbours;
        this.say = say;
    }

    /**
     * Takes the state when nobody has it. As long as its file cannot be written, nobody can take over from this
     * process.
     */
    void take() {
        try {
            hold();
        } catch (IOException e) {
            isOwed = true;
            isOthers = false;
            say.accept("no other process can take over from this one, because " + present + " cannot be written: " + e
                    + "; that is tried again");
        }
    }

    private void hold() throws IOException {
        if (state == null) {
            state = HeldFile.take(present, line());
            isOthers = state == null;
        }
    }

    /** True while another process has the state, or is given it, so that nothing of it may be written. Any thread. */
    boolean isOthers() {
        return isOthers;
    }

    /** Takes what {@link #take} could not; false while it still cannot. */
    boolean takeOwed() {
        if (!isOwed) {
            return true;
        }
        try {
            hold();
            isOwed = false;
            say.accept(
                    state != null
                            ? "another process can take over from this one now"
                            : "another process has taken the state of this configuration, which this one uses, too;"
                                    + " stop one of them");
        } catch (IOException e) {
            // as before
        }
        return !isOwed;
    }

    /**
     * Takes the state from the process that has it; does nothing more when this was done before.
     *
     * @throws IOException when it is not given, with a sentence for the user
     */
    void takeOver() throws IOException {
        if (state != null) {
            return;
        }
        state = atFirst();
        if (state != null) {
            say.accept("no process runs with this configuration, so there is nothing to take over");
            return;
        }
        String[] there = HeldFile.line(present).split(" ", 2);
        before = number(there[0]);
        asking = HeldFile.take(successor, pid + ASKS);
        if (asking == null) {
            // the process before holds the file, too, while it looks whether somebody does
            pause();
            asking = HeldFile.take(successor, pid + ASKS);
        }
        if (asking == null) {
            throw new IOException("another process is taking over already: " + HeldFile.line(successor));
        }
        if (!Files.getOwner(successor).equals(Files.getOwner(present))) {
            Files.deleteIfExists(successor);
            throw new IOException("process " + before + " is another user's (" + Files.getOwner(present)
                    + "); only the same user can take over from it");
        }
        for (int waited = 0; state == null && waited < ASK_MS; waited += (int) LOOK_MS) {
            pause();
            state = HeldFile.take(present, line());
        }
        if (state == null) {
            Files.deleteIfExists(successor);
            throw new IOException("process " + before + " has not handed over within " + ASK_MS / 1000
                    + " s; it goes on. Look at what it says, or stop it and start this one without --take-over");
        }
        neighbours.before(there.length > 1 ? (int) number(there[1]) : 1);
    }

    private @Nullable HeldFile atFirst() throws IOException {
        try {
            return HeldFile.take(present, line());
        } catch (IOException e) {
            throw new IOException(
                    "no process is found that runs with this configuration: " + present
                            + " cannot be opened as this user: " + e.getMessage(),
                    e);
        }
    }

    /**
     * Tells the process before to drain and end, and returns when it has heard that.
     *
     * @param count the sockets with which each address is listened on
     */
    void ready(int count) throws IOException {
        sockets = count;
        if (state != null) {
            state.write(line());
        }
        if (asking == null) {
            return;
        }
        asking.write(pid + IS_READY);
        for (int waited = 0; Files.exists(successor) && waited < HEAR_MS; waited += (int) LOOK_MS) {
            pause();
        }
        asking.close();
        asking = null;
        say.accept("took over from process " + before + ", which ends when its last connection does");
    }

    /** Begins to look whether another process wants to take over. */
    void watch(Predecessor self) {
        if (state == null && !isOthers && !isOwed) {
            return;
        }
        Thread thread = new Thread(() -> look(self), "evenkeel-successor");
        thread.setDaemon(true);
        thread.start();
        watcher = thread;
    }

    private void look(Predecessor self) {
        try {
            while (!takeOwed()) {
                Thread.sleep(AGAIN_MS);
            }
            while (!isSucceeded(self)) {
                trouble = "";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a process that asks, and lets it take over; false when it has died instead. */
    private boolean isSucceeded(Predecessor self) throws InterruptedException {
        while (!patiently(this::wanted)) {
            Thread.sleep(LOOK_MS);
        }
        long next = patiently(() -> successorThat(ASKS));
        isOthers = true;
        self.letGo(next);
        patiently(this::isFree);
        long ready = 0;
        while (ready == 0 && patiently(() -> HeldFile.isHeld(successor))) {
            Thread.sleep(LOOK_MS);
            ready = patiently(() -> successorThat(IS_READY));
        }
        if (ready > 0) {
            neighbours.after(true);
        }
        patiently(() -> Files.deleteIfExists(successor));
        if (ready > 0) {
            self.end(ready);
            return true;
        }
        take();
        if (!isOthers) {
            self.takeBack(next);
        }
        return false;
    }

    /**
     * The number of the process that has written this word; 0 when there is none. The one that holds the file may have
     * written nothing yet.
     */
    private long successorThat(String word) throws IOException {
        String line = HeldFile.line(successor);
        return line.endsWith(word) ? number(line.substring(0, line.length() - word.length())) : 0;
    }

    /** Lets go of the state; true when that was done. */
    private boolean isFree() throws IOException {
        letGo();
        return true;
    }

    /** A question about files. */
    @FunctionalInterface
    private interface Question<T> {
        T ask() throws IOException;
    }

    /**
     * The answer to a question that is asked until it has one: a file of another user, or too many open files, end
     * nothing for good. Each kind of trouble is said once.
     */
    private <T> T patiently(Question<T> question) throws InterruptedException {
        while (true) {
            try {
                return question.ask();
            } catch (ClosedByInterruptException e) {
                throw new InterruptedException(e.toString());
            } catch (IOException e) {
                String now = e.toString();
                if (!now.equals(trouble)) {
                    trouble = now;
                    say.accept("no other process can take over from this one as long as this goes on: " + now);
                }
            }
            Thread.sleep(LOOK_MS);
        }
    }

    /** True when the state is this process's and another one asks for it. */
    private boolean wanted() throws IOException {
        if (neighbours.before() > 0 && ProcessHandle.of(before).isEmpty()) {
            neighbours.before(0);
        }
        if (state == null) {
            // the process that had it at the start may have ended
            hold();
        }
        return state != null && HeldFile.isHeld(successor) && successorThat(ASKS) > 0;
    }

    private String line() {
        return pid + " " + sockets;
    }

    private static long number(String word) {
        return word.matches("\\d{1,18}") ? Long.parseLong(word) : 0;
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(LOOK_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Ends the watch, then lets go of the state. Not for the thread of the watch itself. */
    @Override
    public void close() throws IOException {
        Thread watching = watcher;
        if (watching != null) {
            watching.interrupt();
            try {
                watching.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        letGo();
    }

    private void letGo() throws IOException {
        if (state != null) {
            state.close();
            state = null;
        }
    }
}
