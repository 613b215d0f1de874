// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import io.evenkeel.dispatcher.engine.notify.NotifySocket;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports to the service manager that started the process, such as systemd with {@code Type=notify}: ready, reloading,
 * stopping, and signs of life for its watchdog. Does nothing when there is none.
 *
 * <p>A sign of life is sent when every event loop has taken a turn since the last one, so a dispatcher that hangs is
 * started again although its process lives.
 *
 * <p>Threads: any.
 */
final class Supervision implements AutoCloseable {

    /** Sends one message; see {@link NotifySocket#send}. */
    interface Notices {

        void send(String... lines) throws IOException;
    }

    /** Time that a stop may take after its drain. */
    private static final Duration END = Duration.ofSeconds(15);

    private final @Nullable Notices notices;
    private final LongSupplier clock;
    private final Consumer<String> say;
    private final AtomicBoolean isAsked = new AtomicBoolean();
    private final AtomicBoolean isDeaf = new AtomicBoolean();
    private final ScheduledThreadPoolExecutor watchdog =
            new ScheduledThreadPoolExecutor(1, Supervision::thread, new ThreadPoolExecutor.DiscardPolicy());

    /**
     * @param notices null when nobody wants to hear
     * @param clock the monotonic time in ns
     * @param say gets a sentence for the user
     */
    Supervision(@Nullable Notices notices, LongSupplier clock, Consumer<String> say) {
        this.notices = notices;
        this.clock = clock;
        this.say = say;
    }

    /** Reports to nobody. */
    static Supervision none() {
        return new Supervision(null, System::nanoTime, sentence -> {});
    }

    /** Reports to the service manager that the environment of the process names, if any. */
    static Supervision of(Map<String, String> environment, Consumer<String> say) {
        String name = environment.getOrDefault("NOTIFY_SOCKET", "");
        if (name.isEmpty()) {
            return none();
        }
        try {
            return new Supervision(NotifySocket.named(name)::send, System::nanoTime, say);
        } catch (IOException e) {
            say.accept("the service manager hears nothing of this process: NOTIFY_SOCKET: " + e.getMessage());
            return none();
        }
    }

    /**
     * The time between two signs of life: half of what the service manager waits for one.
     *
     * @param pid this process's
     * @return zero when this process is to send none
     */
    static Duration watchdogPeriod(Map<String, String> environment, long pid) {
        String wanted = environment.getOrDefault("WATCHDOG_PID", "");
        String micros = environment.getOrDefault("WATCHDOG_USEC", "");
        if ((!wanted.isEmpty() && !wanted.equals(Long.toString(pid))) || !micros.matches("[1-9]\\d{0,14}")) {
            return Duration.ZERO;
        }
        return Duration.of(Long.parseLong(micros) / 2, ChronoUnit.MICROS);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "evenkeel-watchdog");
        thread.setDaemon(true);
        return thread;
    }

    /** Everything that was asked for is in force. */
    void ready(String status) {
        send("READY=1", "STATUS=" + status);
    }

    /** A reload begins; {@link #ready} ends it. */
    void reloading() {
        send("RELOADING=1", "MONOTONIC_USEC=" + TimeUnit.NANOSECONDS.toMicros(clock.getAsLong()));
    }

    /** Another process of the service is the main one from now on; this one is not heard any more. */
    void succeeded(long pid) {
        send("MAINPID=" + pid);
        watchdog.shutdownNow();
    }

    /**
     * The end begins.
     *
     * @param drain the longest time that running tasks get
     */
    void stopping(Duration drain) {
        send(
                "STOPPING=1",
                "STATUS=draining",
                "EXTEND_TIMEOUT_USEC="
                        + TimeUnit.NANOSECONDS.toMicros(drain.plus(END).toNanos()));
    }

    /**
     * Begins to send signs of life.
     *
     * @param period time between two; zero for none
     * @param turns runs something when every event loop has taken a turn
     */
    void watch(Duration period, Consumer<Runnable> turns) {
        if (notices != null && !period.isZero()) {
            watchdog.scheduleAtFixedRate(() -> ask(turns), 0, period.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** Asks for a turn of every loop, unless the last one has not been taken. */
    void ask(Consumer<Runnable> turns) {
        if (!isAsked.compareAndSet(false, true)) {
            return;
        }
        try {
            turns.accept(this::answered);
        } catch (RejectedExecutionException e) {
            // The loops have ended, and the process is about to.
            return;
        }
    }

    /** On the thread of a loop, which makes no system call for this. */
    private void answered() {
        watchdog.execute(() -> send("WATCHDOG=1"));
        isAsked.set(false);
    }

    private void send(String... lines) {
        if (notices == null) {
            return;
        }
        try {
            notices.send(lines);
            isDeaf.set(false);
        } catch (IOException e) {
            if (isDeaf.compareAndSet(false, true)) {
                say.accept("the service manager does not hear " + lines[0] + ": " + e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        watchdog.shutdownNow();
    }
}
