// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminSocket;
import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.ConfigOption;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.DirectNeed;
import io.evenkeel.config.HeapNeed;
import io.evenkeel.config.Problem;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.disk.StateFolder;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.FirstStep;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.engine.port.Neighbours;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.order.KeptState;
import io.evenkeel.dispatcher.order.NodeOrders;
import io.evenkeel.dispatcher.order.StoredKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evenkeel run}: a dispatcher in the foreground, until a signal ends it. */
@Command(
        name = "run",
        description = "Run the dispatcher in the foreground.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "SIGHUP or a change of the file reloads the configuration. SIGUSR1 opens the log files again. SIGUSR2 starts the"
                    + " program again, as it is on the disk now, with --take-over. SIGTERM and SIGINT stop listening, let running tasks"
                    + " finish and end; a second one ends at once."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:stopped by a signal", " 1:could not start", "78:the configuration has errors"})
public final class RunCommand implements Callable<Integer> {

    /** Set by the launcher, so that the time to start counts from the user's return key. */
    private static final String LAUNCHED_MICROS = "evenkeel.launchedMicros";

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Option(
            names = "--allow-folder",
            paramLabel = "DIR",
            description = "Changes from the console may name files in this folder and below: logs, history, $${file:…}."
                    + " May be given again. Without it: the folder of the configuration file.")
    private List<Path> folders = new ArrayList<>();

    @Option(
            names = "--last-good",
            description =
                    "If the configuration cannot be used, put the newest earlier text that can back into the file and start"
                            + " with it. The other is kept among the earlier texts.")
    private boolean lastGood;

    @Option(
            names = "--forget",
            description = "Forget the drain, maintenance and weight that nodes were given in earlier runs.")
    private boolean forget;

    @Option(
            names = "--take-over",
            description =
                    "Take over from the process that runs with this configuration: it goes on until this one serves, then it"
                            + " drains and ends. No connection is refused in between.")
    private boolean takeOver;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        long begunMs = Long.getLong(LAUNCHED_MICROS, System.currentTimeMillis() * 1000) / 1000;
        PrintWriter err = spec.commandLine().getErr();
        for (Path folder : folders) {
            if (!Files.isDirectory(folder)) {
                throw CommandException.failed("--allow-folder: there is no folder " + folder);
            }
        }
        if (takeOver && (lastGood || forget)) {
            throw CommandException.failed("--take-over keeps configuration and orders as the running process has them;"
                    + " leave out " + (lastGood ? "--last-good" : "--forget"));
        }
        Recovery recovery = new Recovery(config.path(), lastGood, err);
        if (!takeOver) {
            recovery.sweep();
        }
        Neighbours neighbours = new Neighbours();
        TerminalOutput terminal = new TerminalOutput(err, Foreground.TERMINAL_MS);
        StateHold hold = new StateHold(config.path(), neighbours, terminal::say);
        SettingsFile file = SettingsFile.open(config.path(), folders);
        AtomicReference<@Nullable AdminSocket> admin = new AtomicReference<>();
        Path nodes = AdminFiles.beside(config.path()).nodes();
        FirstStep first = settings -> {
            boolean isKept = state(config.path(), err);
            if (takeOver) {
                hold.takeOver();
            } else if (isKept) {
                hold.take();
            }
            bind(settings.admin(), admin);
            if (forget) {
                Files.deleteIfExists(nodes);
            }
        };
        Function<EventLog, KeptState> kept =
                events -> new KeptState(NodeOrders.in(nodes, events), ownKey(config.path(), hold, events), neighbours);
        Supervision supervision = Supervision.of(System.getenv(), terminal::say);
        try (supervision;
                Dispatcher dispatcher = recovery.start(file, first, kept)) {
            dispatcher
                    .control()
                    .dispatcher()
                    .listeners()
                    .forEach(each -> err.println("evenkeel: listener " + each.name() + " on " + each.address()));
            Foreground foreground = new Foreground(dispatcher, err, supervision);
            foreground.hearSignals();
            if (Successor.isPossible(System.getenv())) {
                foreground.startSuccessorOnSignal(
                        spec.root().commandLine().getParseResult().originalArgs());
            }
            hold.ready(sockets(dispatcher));
            err.println("evenkeel: ready in " + (System.currentTimeMillis() - begunMs) + " ms");
            supervision.ready(foreground.serving());
            supervision.watch(
                    Supervision.watchdogPeriod(
                            System.getenv(), ProcessHandle.current().pid()),
                    dispatcher::whenEveryLoopTurned);
            file.warnings().forEach(warning -> err.println(warning.render()));
            HeapNeed.tooLittle(
                            dispatcher.control().settings(),
                            Runtime.getRuntime().maxMemory())
                    .ifPresent(sentence -> err.println("evenkeel: " + sentence));
            DirectNeed.tooLittle(
                            dispatcher.control().settings(),
                            dispatcher.control().buffers().most())
                    .ifPresent(sentence -> err.println("evenkeel: " + sentence));
            foreground.watch(config.path());
            AdminSocket socket = admin.get();
            if (socket != null) {
                foreground.openAdmin(config.path(), socket);
            }
            hold.watch(foreground);
            return foreground.await();
        } catch (SettingsException e) {
            err.println(Problem.render(e.problems()));
            err.println("evenkeel: " + config.path() + " cannot be used");
            recovery.offer();
            return ExitCode.BAD_CONFIG;
        } catch (StartException e) {
            recovery.offerUnfinished();
            throw CommandException.failed("cannot start: " + e.getMessage());
        } catch (IOException e) {
            throw CommandException.failed("cannot take over: " + e.getMessage());
        }
    }

    /** The key of the last run, or a new one; what another process has taken over is left alone. */
    private static StoredKey ownKey(Path config, StateHold hold, EventLog events) {
        AdminFiles files = AdminFiles.beside(config);
        return new StoredKey(files.clusterKeyPath(), files::clusterKey, () -> !hold.isOthers(), events.cluster());
    }

    /**
     * Looks whether the folder of what the dispatcher keeps can be written; without it, that ends with this run.
     *
     * @return false when it cannot
     * @throws IOException when that folder is one that the configuration names
     */
    private static boolean state(Path config, PrintWriter err) throws IOException {
        Path folder = StateFolder.of(config);
        String why = StateFolder.obstacle(folder);
        if (why == null) {
            return true;
        }
        if (!folder.equals(StateFolder.of(config, null))) {
            throw new IOException("the folder " + folder + " of '" + StateFolder.KEY + "' cannot be written: " + why);
        }
        err.println("evenkeel: the folder " + folder + " cannot be written (" + why
                + "), so accounts, history and keys are not kept; name another with '" + StateFolder.KEY + "'");
        return false;
    }

    /** The sockets with which each address is listened on. */
    private static int sockets(Dispatcher dispatcher) {
        DispatcherView view = dispatcher.control().dispatcher();
        return view.transport().equals("nio") ? 1 : view.loops();
    }

    /** Binds the address of the admin server, again when an attempt before had bound one. */
    private static void bind(AdminSettings settings, AtomicReference<@Nullable AdminSocket> admin) throws IOException {
        AdminSocket before = admin.getAndSet(null);
        if (before != null) {
            before.close();
        }
        admin.set(AdminSocket.bind(settings));
    }
}
