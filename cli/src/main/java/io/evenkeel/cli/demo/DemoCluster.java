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
import io.evenkeel.load.loop.ClosedLoop;
import io.evenkeel.load.loop.LoadHandle;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
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
    private final Object lock = new Object();
    private final List<LoadHandle> early = new CopyOnWriteArrayList<>();
    private @Nullable Dispatcher dispatcher;
    private @Nullable AdminServer admin;
    private @Nullable LoadHandle load;
    private boolean isClosed;

    DemoCluster() throws StartFailedException {
        this.fleet = new ServerFleet(ServerFiles.find());
    }

    private static NodePlan plan(String name, NodeCapacity capacity) {
        return new NodePlan(name, capacity, ServerType.TOMCAT, AgentWay.IN_WAR);
    }

    /** The addresses that users can open. */
    record Urls(URI application, URI admin, @Nullable URI setUp) {}

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
            Dispatcher started = Dispatcher.start(SettingsFile.of(configuration(policy), "demo.yaml"));
            dispatcher = started;
            admin = AdminServer.start(started.control().settings().admin(), started.control(), null);
            URI application = URI.create("http://127.0.0.1:" + started.port("web") + AppServer.PATH);
            return new Urls(application, admin.url(), admin.setUpLink());
        }
    }

    private String configuration(String policy) {
        StringBuilder nodes = new StringBuilder();
        for (AppServer server : fleet.servers()) {
            nodes.append("      - {name: %s, address: \"127.0.0.1:%d\"}\n".formatted(server.name(), server.port()));
        }
        return """
                version: 1
                listeners:
                  - {name: web, address: "127.0.0.1:0", protocol: http, cluster: %s}
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
            load = ClosedLoop.start(
                    new LoadPlan(application, visitors, ramp, THINK, Duration.ofDays(365), Long.MAX_VALUE, TIMEOUT, 1));
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
