// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.cli.run.Signals;
import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.config.SettingsException;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.server.StartFailedException;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel demo}: everything at once, without a configuration. */
@Command(
        name = "demo",
        description =
                "Start three real Tomcats with a web application and the agent, a dispatcher in front of them and a load that needs all three.",
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

    private static final long LOOK_MS = 100;
    private static final long LOOKS_PER_REFRESH = 10;

    @Spec
    private CommandSpec spec;

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            description = "End this long after everything is ready, such as 30s or 5m (default: Ctrl-C ends it).")
    private @Nullable Duration length;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "headroom",
            description = "The policy that chooses the node (default: ${DEFAULT-VALUE}).")
    private String policy = "headroom";

    @Option(
            names = "--visitors",
            paramLabel = "N",
            defaultValue = "40",
            description = "People who use the application at once; 0 for none (default: ${DEFAULT-VALUE}).")
    private int visitors = 40;

    @Option(
            names = "--break",
            paramLabel = "KIND[:DURATION][@START]",
            converter = PlannedBreak.Reader.class,
            description = {
                "Break a server for a while: freeze (stop the process of tomcat-1), heap (fill that of tomcat-3) or pool (take all"
                        + " connections of tomcat-2); for 1s to 20s (default: 10s), so long after everything is ready (default: 10s)."
                        + " May be given again, such as --break freeze:10s@10s --break heap:10s@30s."
            })
    private List<PlannedBreak> planned = new ArrayList<>();

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description =
                    "Keep the configuration, demo.yaml, and the console's accounts in this folder (default: a temporary one).")
    private @Nullable Path folder;

    @Option(
            names = "--https",
            description =
                    "Serve the application by https (HTTP/2 and HTTP/1.1), with a certificate that the demo makes for itself.")
    private boolean https;

    private final CountDownLatch stop = new CountDownLatch(1);
    private volatile @Nullable DemoCluster starting;

    @Override
    public Integer call() throws InterruptedException {
        check();
        Signals.on("INT", this::stop);
        Signals.on("TERM", this::stop);
        try (DemoCluster cluster = new DemoCluster(https, folder)) {
            Thread last = new Thread(cluster::close, "demo-end");
            Runtime.getRuntime().addShutdownHook(last);
            try {
                run(cluster);
            } finally {
                removeHook(last);
            }
            return ExitCode.OK;
        } catch (StartFailedException | StartException | SettingsException | IOException e) {
            throw CommandException.failed("the demo cannot run: " + e.getMessage());
        }
    }

    private void check() {
        PolicyCatalog catalog = PolicyCatalog.load();
        if (catalog.find(policy).isEmpty()) {
            String names = catalog.all().stream().map(PolicyType::name).collect(Collectors.joining(", "));
            throw new ParameterException(
                    spec.commandLine(), "there is no policy '" + policy + "'; there are: " + names);
        }
        if (visitors < 0 || visitors > 200) {
            throw new ParameterException(spec.commandLine(), "--visitors takes 0 to 200");
        }
        PlannedBreak.overlap(planned).ifPresent(why -> {
            throw new ParameterException(spec.commandLine(), why);
        });
        if (folder != null && !Files.isDirectory(folder)) {
            throw new ParameterException(
                    spec.commandLine(), "--folder: there is no folder " + folder + "; make it first");
        }
    }

    private void run(DemoCluster cluster)
            throws StartFailedException, StartException, SettingsException, IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        starting = cluster;
        long beganNs = System.nanoTime();
        err.println("evenkeel: starting three Tomcats and warming them up ...");
        cluster.startServers();
        cluster.warmUp();
        DemoCluster.Urls urls = cluster.startDispatcher(policy, err);
        starting = null;

        PrintWriter talk = output.words(spec);
        err.println("evenkeel: ready in %.1f s".formatted((System.nanoTime() - beganNs) / 1e9));
        talk.println("  policy       " + policy);
        talk.println("  application  " + urls.application() + "/   log in as uid:0 to uid:199, password xxx");
        if (urls.certificate() != null) {
            talk.println("  certificate  " + urls.certificate());
            talk.println(
                    "               The browser warns of it, because the demo has signed it itself and no authority"
                            + " vouches for it.");
            talk.println("               Go on there by \"Advanced\"; programs can trust it: curl --cacert "
                    + urls.certificate() + " " + urls.application() + "/");
        }
        for (AppServer server : cluster.servers()) {
            NodeCapacity capacity = server.capacity();
            talk.println("  %s     %s/   %d MB, %d workers, %d connections"
                    .formatted(
                            server.name(),
                            server.uri() + AppServer.PATH,
                            capacity.heapMb(),
                            capacity.workers(),
                            capacity.jdbc()));
        }
        talk.println("  console      " + (urls.setUp() == null ? urls.admin() + "/console" : urls.setUp()));
        talk.println("  configuration  " + urls.configuration() + "   a saved change is in force at once");
        talk.println("  admin        " + urls.admin() + "/   /metrics, /stats;csv, /api/v1/clusters");
        talk.println(
                length == null ? "  Ctrl-C ends it" : "  ends by itself after " + length.toMillis() / 1000.0 + " s");
        talk.flush();
        cluster.startLoad(urls.application(), visitors);
        planned.forEach(order -> cluster.breaks().plan(order, cluster.servers()));
        watch(cluster, new LiveTable(talk));
    }

    private void watch(DemoCluster cluster, LiveTable live) throws InterruptedException {
        SampleAges ages = new SampleAges();
        long beganNs = System.nanoTime();
        long endNs = beganNs + (length == null ? Duration.ofDays(365) : length).toNanos();
        long nextNs = beganNs;
        boolean told = false;
        for (long look = 0; !told && System.nanoTime() < endNs; look++) {
            ages.look(cluster.candidates());
            cluster.look();
            if (look % LOOKS_PER_REFRESH == 0) {
                live.show(look / LOOKS_PER_REFRESH, moment(cluster, ages));
            }
            nextNs += LOOK_MS * 1_000_000;
            told = stop.await(Math.min(nextNs, endNs) - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
        // Ctrl-C of a terminal ends the servers, too, and what they cut off then is no failure of a request
        DemoTable whenTold = told ? moment(cluster, ages) : null;
        cluster.stopLoad();
        DemoTable last = whenTold == null ? moment(cluster, ages) : whenTold;
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case TABLE -> live.end(Duration.ofNanos(System.nanoTime() - beganNs).toSeconds(), last);
            case JSON -> out.println(last.json());
            case CSV -> out.print(last.csv());
        }
        out.flush();
    }

    private static DemoTable moment(DemoCluster cluster, SampleAges ages) {
        ClusterView view = cluster.view();
        LoadSummary report = cluster.report();
        if (view == null || report == null) {
            throw CommandException.failed("the demo was stopped while it started");
        }
        return new DemoTable(view, report, ages, cluster.shares(), cluster.breaks());
    }

    /**
     * The first signal ends the demo in order, or cancels its start. The second ends it at once; the servers notice and
     * end too.
     */
    private void stop() {
        if (stop.getCount() == 0) {
            Runtime.getRuntime().halt(ExitCode.FAILED);
        }
        stop.countDown();
        DemoCluster cluster = starting;
        if (cluster != null) {
            cluster.close();
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // Then the hook does the work of this command.
        }
    }
}
