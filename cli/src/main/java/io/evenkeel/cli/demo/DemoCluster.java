// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.lab.server.AgentWay;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.lab.server.ServerType;
import io.evenkeel.lab.server.StartFailedException;
import io.evenkeel.load.LoadPlan;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.ServerTrust;
import io.evenkeel.load.loop.ClosedLoop;
import io.evenkeel.load.loop.LoadHandle;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Three servers of different capacity behind a dispatcher, and the load on it. {@link #close} may come from any thread
 * at any time.
 */
final class DemoCluster implements AutoCloseable {

    private static final String CLUSTER = "trade";
    private static final List<NodePlan> PLANS = List.of(
            plan("tomcat-1", new NodeCapacity(512, 12, 12, 10)),
            plan("tomcat-2", new NodeCapacity(384, 12, 12, 8)),
            plan("tomcat-3", new NodeCapacity(256, 6, 12, 5)));
    private static final Duration ARRIVAL = Duration.ofSeconds(3);
    private static final Duration THINK = Duration.ofMillis(400);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int EARLY_VISITORS = 4;
    private static final long EARLY_REQUESTS = 500;
    private static final Duration EARLY_LONGEST = Duration.ofSeconds(3);

    private final ServerFleet fleet;
    private final boolean isSecure;
    private final Object lock = new Object();
    private final List<LoadHandle> early = new CopyOnWriteArrayList<>();
    private @Nullable Dispatcher dispatcher;
    private @Nullable AdminServer admin;
    private @Nullable LoadHandle load;
    private @Nullable DemoCertificate certificate;
    private boolean isClosed;

    /**
     * Nothing runs yet.
     *
     * @param isSecure true to serve the application by https
     */
    DemoCluster(boolean isSecure) throws StartFailedException {
        this.fleet = new ServerFleet(ServerFiles.find());
        this.isSecure = isSecure;
    }

    private static NodePlan plan(String name, NodeCapacity capacity) {
        return new NodePlan(name, capacity, ServerType.TOMCAT, AgentWay.IN_WAR);
    }

    /**
     * The addresses that users can open.
     *
     * @param certificate the file of the application's certificate; null without https
     * @param setUp makes the first account of the console; null when there is one
     */
    record Urls(
            URI application,
            @Nullable Path certificate,
            URI admin,
            @Nullable URI setUp) {}

    /** Starts the servers, which takes most of the time. */
    void startServers() throws StartFailedException, InterruptedException {
        fleet.start(PLANS, Map.of());
    }

    /**
     * Uses each server for a moment without a dispatcher. Otherwise the server that happens to be compiled first would
     * be many times faster than the others and get most of the requests in the first seconds; the shares would not show
     * their capacity.
     */
    void warmUp() throws IOException, InterruptedException {
        try {
            for (AppServer server : fleet.servers()) {
                URI application = URI.create(server.uri() + AppServer.PATH);
                synchronized (lock) {
                    checkOpen();
                    early.add(ClosedLoop.start(new LoadPlan(
                            application,
                            EARLY_VISITORS,
                            Ramp.NONE,
                            Duration.ZERO,
                            EARLY_LONGEST,
                            EARLY_REQUESTS,
                            TIMEOUT,
                            1)));
                }
            }
            for (LoadHandle each : early) {
                each.await();
            }
        } finally {
            early.forEach(LoadHandle::close);
        }
    }

    private void checkOpen() throws IOException {
        if (isClosed) {
            throw new IOException("the demo was stopped while it started");
        }
    }

    /** Starts the dispatcher over the servers, and its admin server. */
    Urls startDispatcher(String policy) throws SettingsException, StartException, IOException {
        synchronized (lock) {
            checkOpen();
            DemoCertificate made = isSecure ? DemoCertificate.make(fleet.folder(), Instant.now()) : null;
            certificate = made;
            Dispatcher started = Dispatcher.start(SettingsFile.of(configuration(policy, made), "demo.yaml"));
            dispatcher = started;
            admin = AdminServer.start(started.control().settings().admin(), started.control(), null);
            String root = made == null ? "http://127.0.0.1:" : "https://localhost:";
            URI application = URI.create(root + started.port("web") + AppServer.PATH);
            return new Urls(application, made == null ? null : made.file(), admin.url(), admin.setUpLink());
        }
    }

    private String configuration(String policy, @Nullable DemoCertificate shown) {
        String tls = shown == null
                ? ""
                : ", tls: {certificates: [{certificate: \"%s\", key: \"%s\"}]}"
                        .formatted(shown.file(), shown.keyFile());
        StringBuilder nodes = new StringBuilder();
        for (AppServer server : fleet.servers()) {
            nodes.append("      - {name: %s, address: \"127.0.0.1:%d\"}\n".formatted(server.name(), server.port()));
        }
        return """
                version: 1
                listeners:
                  - {name: web, address: "127.0.0.1:0", protocol: http, cluster: %s%s}
                clusters:
                  %s:
                    policy: %s
                    nodes:
                %s    agent: {path: %s/evenkeel-agent}
                    health: {path: %s/health, interval: 2s, timeout: 2s}
                admin: {address: "127.0.0.1:0", history: {path: "%s"}}
                log: {level: warn}
                """.formatted(
                        CLUSTER,
                        tls,
                        CLUSTER,
                        policy,
                        nodes,
                        AppServer.PATH,
                        AppServer.PATH,
                        fleet.folder().resolve("history"));
    }

    /** Starts the visitors. */
    void startLoad(URI application, int visitors) throws IOException {
        synchronized (lock) {
            checkOpen();
            Ramp ramp = Ramp.evenly(visitors, ARRIVAL);
            LoadPlan plan =
                    new LoadPlan(application, visitors, ramp, THINK, Duration.ofDays(365), Long.MAX_VALUE, TIMEOUT, 1);
            DemoCertificate shown = certificate;
            ServerTrust trust = shown == null
                    ? ServerTrust.OF_JAVA
                    : new ServerTrust(List.of(shown.certificate()), "the demo", false);
            load = ClosedLoop.start(plan.closed(trust), request -> {});
        }
    }

    /** Ends the visitors after their last answers have come. */
    void stopLoad() {
        LoadHandle running;
        synchronized (lock) {
            running = load;
        }
        if (running != null) {
            running.close();
        }
    }

    List<AppServer> servers() {
        return fleet.servers();
    }

    /** The dispatcher's view; null when it does not run. */
    @Nullable
    ClusterView view() {
        synchronized (lock) {
            return dispatcher == null ? null : dispatcher.control().cluster(CLUSTER);
        }
    }

    /** The nodes as the policy would see them now; none when the dispatcher does not run. */
    List<Decision.Candidate> candidates() {
        synchronized (lock) {
            return dispatcher == null ? List.of() : dispatcher.control().explain(CLUSTER);
        }
    }

    /** The report of the visitors; null when there were none. */
    @Nullable
    LoadSummary report() {
        synchronized (lock) {
            return load == null ? null : load.report();
        }
    }

    @Override
    public void close() {
        stopLoad();
        synchronized (lock) {
            isClosed = true;
            if (admin != null) {
                admin.close();
                admin = null;
            }
            if (dispatcher != null) {
                dispatcher.close();
                dispatcher = null;
            }
        }
        early.forEach(LoadHandle::close);
        fleet.close();
    }
}
