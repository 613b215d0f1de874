// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.hybrid;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.lab.server.AgentWay;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.lab.server.ServerType;
import io.evenkeel.lab.server.StartFailedException;
import io.evenkeel.lab.testbed.FrontSettings;
import io.evenkeel.load.Benchmark;
import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.Limits;
import io.evenkeel.load.OnFailure;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.loop.ClosedLoop;
import io.evenkeel.load.loop.LoadHandle;
import io.evenkeel.simulator.chance.Distribution;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One server with few workers or one with many, each with as many connections as the cell allows, and the clients in
 * front of it or of a dispatcher.
 */
final class HybridStage implements Stage {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SPARE = Duration.ofSeconds(60);
    private static final int HEAP_MB = 256;
    private static final int POOL = 10;
    private static final int QUEUE = 100;
    private static final long LOOK_MS = 20;

    private final Benchmark benchmark;
    private final HybridPace pace;
    private final ExperimentProgress progress;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Object lock = new Object();
    private @Nullable ServerFleet fleet;
    private @Nullable IdleProcess idle;

    HybridStage(Benchmark benchmark, ExperimentChoice choice, ExperimentProgress progress) {
        this.benchmark = benchmark;
        this.pace = HybridPace.of(choice.pace());
        this.progress = progress;
    }

    /** The servers are those of a cell, because the limits of their connections are. */
    @Override
    public void start() {
        progress.say("each cell has a server of its own");
    }

    @Override
    public Measurement run(CellKey cell, int repeat, long seed) throws ExperimentException, InterruptedException {
        boolean isMany = cell.variant().equals(Hybrid.ALONE_MANY);
        int workers = isMany ? pace.many() : Hybrid.WORKERS;
        int connections = isMany ? pace.many() : Hybrid.CONNECTIONS;
        try (ServerFleet servers = new ServerFleet(ServerFiles.find())) {
            adopt(servers);
            servers.start(
                    List.of(new NodePlan(
                            "vcn1", new NodeCapacity(HEAP_MB, workers, QUEUE, POOL), ServerType.TOMCAT, AgentWay.NONE)),
                    Map.of("node.connections", Integer.toString(connections), "node.keepAlive", Hybrid.KEEP_ALIVE));
            AppServer server = servers.servers().get(0);
            if (!cell.variant().equals(Hybrid.FRONT)) {
                return measure(server.port(), cell, seed, null);
            }
            try (Dispatcher dispatcher = dispatcher(cell, server)) {
                return measure(dispatcher.port(FrontSettings.LISTENER), cell, seed, dispatcher);
            }
        } catch (StartFailedException e) {
            throw closed.getCount() == 0
                    ? ExperimentException.stopped()
                    : new ExperimentException("no servers: " + e.getMessage(), e);
        }
    }

    private void adopt(ServerFleet servers) throws ExperimentException {
        synchronized (lock) {
            fleet = servers;
        }
        if (closed.getCount() == 0) {
            throw ExperimentException.stopped();
        }
    }

    private static Dispatcher dispatcher(CellKey cell, AppServer server) throws ExperimentException {
        int clients = (int) cell.load().amount() + 2000;
        String configuration = """
                version: 1
                listeners:
                  - name: %s
                    address: "127.0.0.1:0"
                    cluster: trade
                    timeouts: {idle: 30m}
                    limits: {connections: %d, connections-per-address: %d}
                clusters:
                  %s:
                    policy: %s
                    nodes:
                      - {name: vcn1, address: "127.0.0.1:%d", max-in-flight: %d, max-connections: %d}
                    queue: {size: 10000, timeout: 10s, discipline: fifo}
                    retry: {attempts: 0}
                log: {level: error}
                """.formatted(
                        FrontSettings.LISTENER,
                        clients,
                        clients,
                        FrontSettings.CLUSTER,
                        cell.policy(),
                        server.port(),
                        Hybrid.WORKERS,
                        Hybrid.CONNECTIONS);
        try {
            return Dispatcher.start(SettingsFile.of(configuration, "lab.yaml"));
        } catch (SettingsException | StartException e) {
            throw new ExperimentException("no dispatcher: " + e.getMessage(), e);
        }
    }

    private Measurement measure(int port, CellKey cell, long seed, @Nullable Dispatcher dispatcher)
            throws ExperimentException, InterruptedException {
        int clients = (int) cell.load().amount();
        ProcessMemory before = ProcessMemory.now();
        long patienceMs = dispatcher == null ? pace.hold().toMillis() / 10 + 50 : TIMEOUT.toMillis();
        try (IdleProcess process =
                IdleProcess.start(port, AppServer.PATH + "/files/idle?octets=100", clients, patienceMs)) {
            synchronized (lock) {
                idle = process;
            }
            IdleProcess.Round first = process.await();
            ProcessMemory full = ProcessMemory.now();
            AtomicInteger most = new AtomicInteger();
            Measurement seen;
            try (LoadHandle load = ClosedLoop.start(plan(port, seed), request -> {});
                    Watch watch = new Watch(dispatcher, most)) {
                seen = new Period(load, 1, Period.Counting.NONE, closed).measure(pace.warmUp(), pace.hold());
            }
            IdleProcess.Round last = process.again();
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put(Hybrid.SERVED_IDLE, (double) first.answered());
            figures.put(Hybrid.LOST, (double) clients - last.answered());
            figures.put(Hybrid.NODE_CONNECTIONS, dispatcher == null ? Double.NaN : most.get());
            figures.put(Hybrid.USED, dispatcher == null ? Double.NaN : full.usedPerClient(before, clients));
            figures.put(Hybrid.RESIDENT, dispatcher == null ? Double.NaN : full.residentPerClient(before, clients));
            return seen.with(figures);
        }
    }

    private ClosedPlan plan(int port, long seed) {
        URI root = URI.create("http://127.0.0.1:" + port + AppServer.PATH);
        UserBehaviour work = UserBehaviour.of(benchmark.pages(root))
                .thinking(Distribution.parse(Hybrid.THINK))
                .inSessions(benchmark.session())
                .onFailure(OnFailure.NEW_SESSION, Duration.ofMillis(100))
                .within(TIMEOUT);
        Duration longest = pace.warmUp().plus(pace.hold()).plus(SPARE);
        return new ClosedPlan(
                work, pace.active(), Ramp.evenly(pace.active(), pace.warmUp().dividedBy(2)), Limits.of(longest, seed));
    }

    /** Looks at the connections of the only node until it is closed. */
    private static final class Watch implements AutoCloseable {

        private final Thread thread;
        private final CountDownLatch end = new CountDownLatch(1);

        Watch(@Nullable Dispatcher dispatcher, AtomicInteger most) {
            this.thread = new Thread(() -> look(dispatcher, most), "lab-watch");
            thread.setDaemon(true);
            thread.start();
        }

        private void look(@Nullable Dispatcher dispatcher, AtomicInteger most) {
            try {
                while (dispatcher != null && !end.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
                    for (NodeView node :
                            dispatcher.control().cluster(FrontSettings.CLUSTER).nodes()) {
                        most.accumulateAndGet(node.counts().connections(), Math::max);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            end.countDown();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        ServerFleet running;
        IdleProcess clients;
        synchronized (lock) {
            running = fleet;
            clients = idle;
        }
        if (clients != null) {
            clients.close();
        }
        if (running != null) {
            running.close();
        }
    }
}
