// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.AdminSocket;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.JoinSettings;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.ReloadResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The handling of events from outside: signals, changes of the dispatcher's file, the admin server, a process that
 * takes over.
 *
 * <p>Threads: any. Reloads wait for one another in the dispatcher.
 */
public final class Foreground implements StateHold.Predecessor {

    /** timeout(1) and terminals may send one stop to the process and again to its group. */
    private static final long SAME_STOP_NS = 250_000_000;

    /**
     * The time for handshakes that had begun here when the kernel began to give all new ones to the next process: a
     * client that loses a packet sends it again after a second.
     */
    private static final long HANDSHAKES_MS = 1_500;

    /** The longest wait for a line to be written, so that nobody who does not read it holds up a stop. */
    static final long TERMINAL_MS = 500;

    private final Dispatcher dispatcher;
    private final TerminalOutput terminal;
    private final Supervision supervision;
    private final CertificateWatch certificate = new CertificateWatch(file -> reload(file + " changed"), this::say);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicLong firstStopNs = new AtomicLong();
    private final AtomicInteger exitCode = new AtomicInteger(ExitCode.OK);
    private final AtomicReference<@Nullable AdminServer> admin = new AtomicReference<>();
    private final AtomicReference<@Nullable Thread> adminStart = new AtomicReference<>();
    private final AtomicReference<@Nullable Path> served = new AtomicReference<>();

    /** The foreground of a dispatcher that no service manager looks after. */
    public Foreground(Dispatcher dispatcher, PrintWriter err) {
        this(dispatcher, err, Supervision.none());
    }

    /** @param supervision hears of reloads and of the end; the caller says when all is ready, and closes it */
    Foreground(Dispatcher dispatcher, PrintWriter err, Supervision supervision) {
        this.dispatcher = dispatcher;
        this.terminal = new TerminalOutput(err, TERMINAL_MS);
        this.supervision = supervision;
    }

    void hearSignals() {
        if (!Signals.on("HUP", () -> reload("SIGHUP"))) {
            say("SIGHUP reloads nothing, because this process was started with it ignored, as nohup does;"
                    + " the file is reloaded when it is saved, or by 'evenkeel reload'");
        }
        Signals.on("USR1", dispatcher::reopenLogs);
        Signals.on("TERM", this::stop);
        Signals.on("INT", this::stop);
    }

    /**
     * Reloads whenever the file, or that of the certificate, has other content; where such changes cannot be seen, only
     * SIGHUP reloads.
     */
    public void watch(Path config) {
        try {
            FileWatch.start(config, () -> changed(config), this::say);
            catchUp(config);
        } catch (IOException e) {
            say("changes of " + config + " will not be seen, reload with SIGHUP: " + e.getMessage());
        }
        // Last: the system's watches may not suffice for the folders of all certificates.
        watchCertificate();
    }

    /** Sees a change between the start's reading of the file and the watch. */
    private void catchUp(Path config) {
        boolean current;
        try {
            current = dispatcher.control().configuration().isInForce();
        } catch (IOException e) {
            say(String.valueOf(e.getMessage()));
            return;
        }
        if (!current) {
            reload(config + " changed");
        }
    }

    private void watchCertificate() {
        try {
            certificate.follow(dispatcher.control().settings());
        } catch (IOException e) {
            say("a renewed certificate will not be seen, reload with SIGHUP: " + e.getMessage());
        }
    }

    /** Starts the admin server on a thread of its own; when that fails, everything ends. */
    void openAdmin(Path config, AdminSocket socket) {
        served.set(config);
        Thread thread = new Thread(() -> serveAdmin(config, socket), "admin-start");
        thread.setDaemon(true);
        adminStart.set(thread);
        thread.start();
    }

    private void serveAdmin(Path config, AdminSocket socket) {
        AdminSettings settings = dispatcher.control().settings().admin();
        try {
            AdminServer server = AdminServer.start(settings, dispatcher.control(), AdminFiles.beside(config), socket);
            admin.set(server);
            say("admin on " + server.publicUrl());
            URI link = server.setUpLink();
            if (link != null) {
                say("no account for the console yet; make the first one, within the hour, at " + link);
            }
        } catch (IOException e) {
            say("cannot start: " + e.getMessage());
            exitCode.set(ExitCode.FAILED);
            ended.countDown();
        }
    }

    /** Waits for the end; returns the exit code. */
    int await() throws InterruptedException {
        ended.await();
        AdminServer server = admin.get();
        if (server != null) {
            server.close();
        }
        return exitCode.get();
    }

    /**
     * Skips a text that is in force already, such as one that the console wrote: a second reload would empty the list
     * of its changes.
     */
    private void changed(Path config) {
        try {
            if (dispatcher.control().configuration().isInForce()) {
                say(config + " changed, but its settings are in force already");
                return;
            }
        } catch (IOException e) {
            say(String.valueOf(e.getMessage()));
        }
        JoinSettings join = dispatcher.control().settings().join();
        if (join != null && !join.watch()) {
            say(config + " changed; evenkeel reload --all puts it in force");
            return;
        }
        reload(config + " changed");
    }

    private void reload(String why) {
        supervision.reloading();
        boolean applied = false;
        try {
            applied = reloaded(why);
        } finally {
            supervision.ready(applied ? serving() : "the last reload was refused; " + serving());
        }
    }

    /** The listeners and their addresses, in a line. */
    String serving() {
        return dispatcher.control().dispatcher().listeners().stream()
                .map(each -> each.name() + " on " + each.address())
                .collect(Collectors.joining(", ", "serving ", ""));
    }

    private boolean reloaded(String why) {
        ReloadResult result = dispatcher.control().reload();
        if (!result.applied()) {
            result.problems().forEach(terminal::line);
            say("reload refused (" + why + "); the old configuration stays in force");
            return false;
        }
        result.changes().forEach(change -> say("reload: " + change));
        watchCertificate();
        say("reload done (" + why + "), changes: " + result.changes().size());
        return true;
    }

    /** Starts this program again, to take over from this process, on SIGUSR2. */
    void startSuccessorOnSignal(List<String> arguments) {
        Signals.on("USR2", () -> startSuccessor(arguments));
    }

    private void startSuccessor(List<String> arguments) {
        try {
            ProcessHandle next = Successor.start(arguments);
            say("SIGUSR2: process " + next.pid() + " is started to take over");
            next.onExit()
                    .thenAccept(gone ->
                            say("process " + gone.pid() + " has ended, and this one goes on unless it says otherwise"));
        } catch (IOException e) {
            say("SIGUSR2: no other process could be started, and this one goes on: " + e.getMessage());
        }
    }

    @Override
    public void letGo(long successor) {
        say("process " + successor + " takes over; the admin server closes here");
        try {
            Thread starting = adminStart.getAndSet(null);
            if (starting != null) {
                starting.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        AdminServer server = admin.getAndSet(null);
        if (server != null) {
            server.close();
        }
    }

    @Override
    public void takeBack(long successor) {
        say("process " + successor + " has ended without taking over; this one goes on");
        Path config = served.get();
        try {
            AdminSocket socket =
                    AdminSocket.bind(dispatcher.control().settings().admin());
            if (config != null && socket != null) {
                openAdmin(config, socket);
            }
        } catch (IOException e) {
            say("there is no admin server until the next start: " + e.getMessage());
        }
    }

    @Override
    public void end(long successor) {
        supervision.succeeded(successor);
        say("process " + successor + " serves; draining");
        try {
            Thread.sleep(HANDSHAKES_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (firstStopNs.compareAndSet(0, System.nanoTime())) {
            drain();
        }
    }

    /** Does what SIGTERM asks for; a second one soon afterwards counts as the first. */
    void stop() {
        long nowNs = System.nanoTime();
        if (!firstStopNs.compareAndSet(0, nowNs)) {
            if (nowNs - firstStopNs.get() > SAME_STOP_NS) {
                say("stopping at once");
                ended.countDown();
            }
            return;
        }
        EngineSettings engine = dispatcher.control().settings().engine();
        supervision.stopping(engine.drain().plus(engine.notice()));
        if (!engine.notice().isZero()) {
            dispatcher.announceDrain();
            say("not ready any more, and serving for " + engine.notice().toSeconds()
                    + " s; a second signal stops at once");
            if (isEndedWithin(engine.notice())) {
                return;
            }
        }
        say("draining; a second signal stops at once");
        drain();
    }

    private boolean isEndedWithin(Duration time) {
        try {
            return ended.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void drain() {
        try {
            dispatcher.drain();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RejectedExecutionException e) {
            // The second signal closed the event loops during the drain.
            return;
        }
        say("stopped");
        ended.countDown();
    }

    private void say(String line) {
        terminal.say(line);
    }
}
