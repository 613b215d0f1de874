// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.overload;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.SessionColumns;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.server.AgentWay;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.lab.server.StartFailedException;
import io.evenkeel.lab.testbed.FrontSettings;
import io.evenkeel.lab.testbed.Workload;
import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.FailureKind;
import io.evenkeel.load.Limits;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.OnFailure;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.ServerTrust;
import io.evenkeel.load.TradeMixes;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.loop.ClosedLoop;
import io.evenkeel.load.loop.LoadHandle;
import io.evenkeel.load.loop.OpenLoop;
import io.evenkeel.load.net.TargetServer;
import io.evenkeel.simulator.chance.Distribution;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Two application servers, and one front after the other before them. */
final class OverloadStage implements Stage {

    static final int SERVERS = 2;

    private static final NodeCapacity CAPACITY = new NodeCapacity(512, 12, 12, 10);
    private static final int USERS = 3 * 12;
    private static final int MOST_TRIES = 10;
    private static final int MOST_CONNECTIONS = 6000;
    private static final Duration SPARE = Duration.ofSeconds(60);
    private static final double PERCENT = 100;

    private final boolean isSecure;
    private final ExperimentChoice choice;
    private final OverloadPace pace;
    private final ExperimentProgress progress;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ServerFleet fleet;
    private @Nullable LabKeys keys;
    private double sessionsPerSecond = Double.NaN;

    OverloadStage(boolean isSecure, ExperimentChoice choice, ExperimentProgress progress) throws ExperimentException {
        this.isSecure = isSecure;
        this.choice = choice;
        this.pace = OverloadPace.of(choice.pace());
        this.progress = progress;
        try {
            this.fleet = new ServerFleet(ServerFiles.find(), Workload.ROUND_TRIP);
        } catch (StartFailedException e) {
            throw new ExperimentException("no servers: " + e.getMessage(), e);
        }
    }

    /** Starts servers, lets their code be compiled, and measures how many sessions a second they finish. */
    @Override
    public void start() throws ExperimentException, InterruptedException {
        List<NodePlan> nodes = new ArrayList<>();
        for (int i = 1; i <= SERVERS; i++) {
            nodes.add(new NodePlan("vcn" + i, CAPACITY, choice.server(), AgentWay.IN_WAR));
        }
        Map<String, String> properties = new HashMap<>(Workload.PROPERTIES);
        properties.put("trade.login", "session");
        try {
            fleet.start(nodes, properties);
        } catch (StartFailedException e) {
            throw closed.getCount() == 0
                    ? ExperimentException.stopped()
                    : new ExperimentException("no servers: " + e.getMessage(), e);
        }
        keys = isSecure ? LabKeys.make(fleet.folder()) : null;
        for (int i = 0; i < MOST_TRIES && !(sessionsPerSecond > 0); i++) {
            sessionsPerSecond = capacity();
        }
        if (!(sessionsPerSecond > 0)) {
            throw new ExperimentException(
                    "the servers finished no session in " + MOST_TRIES
                            + " trials; is the machine busy with something else?",
                    null);
        }
        progress.say(String.format(Locale.ROOT, "the servers finish %.1f sessions a second", sessionsPerSecond));
    }

    /** Sessions a second of as many users as there are workers and half as many again, who do not think. */
    private double capacity() throws ExperimentException, InterruptedException {
        OverloadPart part = OverloadPart.of(OverloadPart.NONE);
        try (Dispatcher dispatcher = dispatcher(part, Overload.CAPACITY_POLICY)) {
            int port = dispatcher.port(FrontSettings.LISTENER);
            UserBehaviour work = work(port).thinking(Distribution.parse("0"));
            Duration longest = pace.compile().plus(pace.capacity()).plus(SPARE);
            ClosedPlan plan = new ClosedPlan(work, USERS, Ramp.NONE, Limits.of(longest, choice.seed()));
            try (LoadHandle load = ClosedLoop.start(plan, request -> {}, target(port))) {
                pause(pace.compile());
                load.next();
                long beganNs = System.nanoTime();
                pause(pace.capacity());
                return load.next().sessions().completed() / ((System.nanoTime() - beganNs) / 1e9);
            }
        }
    }

    @Override
    public Measurement run(CellKey cell, int repeat, long seed) throws ExperimentException, InterruptedException {
        OverloadPart part = OverloadPart.of(cell.variant());
        double rate = cell.load().amount() / PERCENT * sessionsPerSecond;
        if (part.isHaproxy()) {
            try (HaproxyProcess haproxy = HaproxyProcess.start(fleet.folder(), fleet.servers(), keys)) {
                return measure(haproxy.port(), rate, seed);
            }
        }
        try (Dispatcher dispatcher = dispatcher(part, cell.policy())) {
            return measure(dispatcher.port(FrontSettings.LISTENER), rate, seed);
        }
    }

    private Dispatcher dispatcher(OverloadPart part, String policy) throws ExperimentException {
        Map<String, Integer> ports = new HashMap<>();
        fleet.servers().forEach(server -> ports.put(server.name(), server.port()));
        try {
            return Dispatcher.start(SettingsFile.of(
                    OverloadFront.configuration(part, policy, ports, CAPACITY.workers(), keys), "lab.yaml"));
        } catch (SettingsException | StartException e) {
            throw new ExperimentException("no dispatcher with the part " + part.name() + ": " + e.getMessage(), e);
        }
    }

    private UserBehaviour work(int port) {
        return UserBehaviour.of(new UserRequests.Walk(root(port), TradeMixes.BROWSE))
                .thinking(Distribution.parse(Overload.THINK))
                .inSessions(Distribution.parse(Overload.SESSION))
                .onFailure(OnFailure.NEW_SESSION, Duration.ofMillis(100))
                .within(Overload.PATIENCE)
                .trusting(ServerTrust.BLIND);
    }

    private URI root(int port) {
        return URI.create((isSecure ? "https" : "http") + "://127.0.0.1:" + port + AppServer.PATH);
    }

    private TargetServer target(int port) {
        return TargetServer.of(root(port), ServerTrust.BLIND).resuming();
    }

    private Measurement measure(int port, double rate, long seed) throws ExperimentException, InterruptedException {
        Duration longest = pace.warmUp().plus(pace.hold()).plus(SPARE);
        OpenPlan plan = new OpenPlan(work(port), rate, "poisson", MOST_CONNECTIONS, Limits.of(longest, seed));
        TargetServer target = target(port);
        try (LoadHandle load = OpenLoop.start(plan, request -> {}, target)) {
            pause(pace.warmUp());
            load.next();
            long full = target.fullHandshakes();
            long resumed = target.resumedHandshakes();
            long beganNs = System.nanoTime();
            pause(pace.hold());
            LoadSummary seen = load.next();
            double seconds = (System.nanoTime() - beganNs) / 1e9;
            return measurement(
                    seen, seconds, rate, target.fullHandshakes() - full, target.resumedHandshakes() - resumed);
        }
    }

    private static Measurement measurement(LoadSummary seen, double seconds, double rate, long full, long resumed) {
        Map<String, Double> figures = Measurement.figures(
                seen.requests(),
                seen.failures(),
                (seen.requests() - seen.failures()) / seconds,
                seen.curves().latencyUs());
        figures.putAll(SessionColumns.figures(seen.sessions(), seconds));
        figures.put(Overload.RATE, rate);
        figures.put(
                Overload.LENGTH,
                seen.sessions().completed() == 0 ? Double.NaN : seen.sessions().meanRequests());
        figures.put(
                Overload.TIME_OUTS,
                (double) seen.failuresByKind().getOrDefault(FailureKind.TIMEOUT, 0L)
                        + seen.failuresByKind().getOrDefault(FailureKind.GATEWAY_TIMEOUT, 0L));
        figures.put(Overload.TURNED_AWAY, (double) seen.sessions().turnedAway());
        figures.put(
                Overload.LOST,
                (double) seen.sessions().aborted()
                        - seen.sessions().turnedAway()
                        + seen.sessions().broken());
        figures.put(Overload.RESUMED, full + resumed == 0 ? Double.NaN : (double) resumed / (full + resumed));
        Map<String, String> notes =
                seen.failures() == 0 ? Map.of() : Map.of("failed as", FailureKind.words(seen.failuresByKind()));
        return new Measurement(figures, Map.of(), seen.curves().latencyUs(), List.of(), List.of(), List.of(), notes);
    }

    private void pause(Duration time) throws ExperimentException, InterruptedException {
        if (closed.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
            throw ExperimentException.stopped();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        fleet.close();
    }
}
