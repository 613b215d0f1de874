// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.cli.run.Foreground;
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
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Three servers of different capacity behind a dispatcher, and the load on it. {@link #close} may come from any thread
 * at any time.
 */
final class DemoCluster implements AutoCloseable {

    /** Beside the JVM's own: what makes connections and workers scarce, and the two processors of a laptop not. */
    private static final Map<String, String> WORK = Map.of("trade.queries", "2", "node.jdbcWait", "30000");

    /** The way from a server to the database and back, as to another building: requests wait more than they compute. */
    private static final Duration ROUND_TRIP = Duration.ofMillis(8);

    private static final List<NodePlan> PLANS = List.of(
            plan("tomcat-1", new NodeCapacity(512, 12, 12, 10)),
            plan("tomcat-2", new NodeCapacity(384, 12, 12, 8)),
            plan("tomcat-3", new NodeCapacity(256, 6, 12, 5)));
    private static final Duration ARRIVAL = Duration.ofSeconds(3);
    private static final Duration THINK = Duration.ofMillis(150);
    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final int EARLY_VISITORS = 8;
    private static final long EARLY_REQUESTS = 500;
    private static final Duration EARLY_LONGEST = Duration.ofSeconds(3);

    private final ServerFleet fleet;
    private final boolean isSecure;
    private final @Nullable Path folder;
    private final RecentShares shares = new RecentShares();
    private final String key = HexFormat.of().formatHex(new SecureRandom().generateSeed(16));
    private final Breaks breaks = new Breaks(key, shares);
    private final Object lock = new Object();
    private final List<LoadHandle> early = new CopyOnWriteArrayList<>();
    private @Nullable Dispatcher dispatcher;
    private @Nullable AdminServer admin;
    private @Nullable LoadHandle load;
    private @Nullable DemoCertificate certificate;
    private boolean isClosed;

    /**
     * A cluster of which nothing runs yet.
     *
     * @param isSecure true to serve the application by https
     * @param folder for the configuration and what the dispatcher keeps; null for one that ends with the demo
     */
    DemoCluster(boolean isSecure, @Nullable Path folder) throws StartFailedException {
        this.fleet = new ServerFleet(ServerFiles.find(), ROUND_TRIP);
        this.folder = folder;
        this.isSecure = isSecure;
    }

    private static NodePlan plan(String name, NodeCapacity capacity) {
        return new NodePlan(name, capacity, ServerType.TOMCAT, AgentWay.IN_WAR);
    }

    /**
     * The addresses that users can open.
     *
     * @param certificate the file of the application's certificate; null without https
     * @param configuration the file that the dispatcher was started from
     * @param setUp makes the first account of the console; null when there is one
     */
    record Urls(
            URI application,
            @Nullable Path certificate,
            Path configuration,
            URI admin,
            @Nullable URI setUp) {}

    /** Starts the servers, which takes most of the time. */
    void startServers() throws StartFailedException, InterruptedException {
        Map<String, String> settings = new HashMap<>(WORK);
        settings.put(Breaks.SETTING, key);
        fleet.start(PLANS, settings);
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
    Urls startDispatcher(String policy, PrintWriter err) throws SettingsException, StartException, IOException {
        synchronized (lock) {
            checkOpen();
            DemoCertificate made = isSecure ? DemoCertificate.make(fleet.folder(), Instant.now()) : null;
            certificate = made;
            Path file = DemoFile.write(folder == null ? fleet.folder() : folder, policy, fleet.servers(), made);
            Dispatcher started = Dispatcher.start(SettingsFile.open(file));
            dispatcher = started;
            admin = AdminServer.start(
                    started.control().settings().admin(),
                    started.control(),
                    AdminFiles.beside(file),
                    new LiveDemoControls(this, breaks, shares));
            new Foreground(started, err).watch(file);
            String root = made == null ? "http://127.0.0.1:" : "https://localhost:";
            URI application = URI.create(root + started.port("web") + AppServer.PATH);
            return new Urls(application, made == null ? null : made.file(), file, admin.url(), admin.setUpLink());
        }
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

    /** The servers that were broken, and the one that is. */
    Breaks breaks() {
        return breaks;
    }

    /** The shares of the last seconds. */
    RecentShares shares() {
        return shares;
    }

    /** Notes the counts and shares of this moment. */
    void look() {
        ClusterView view = view();
        if (view != null) {
            long nowNs = System.nanoTime();
            shares.look(nowNs, view);
            breaks.look(nowNs);
        }
    }

    List<AppServer> servers() {
        return fleet.servers();
    }

    /** The dispatcher's view; null when it does not run. */
    @Nullable
    ClusterView view() {
        synchronized (lock) {
            return dispatcher == null ? null : dispatcher.control().cluster(DemoFile.CLUSTER);
        }
    }

    /** The nodes as the policy would see them now; none when the dispatcher does not run. */
    List<Decision.Candidate> candidates() {
        synchronized (lock) {
            return dispatcher == null ? List.of() : dispatcher.control().explain(DemoFile.CLUSTER);
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
        breaks.close();
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
