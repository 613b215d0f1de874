// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.testbed;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.SessionColumns;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.lab.server.StartFailedException;
import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.FailureKind;
import io.evenkeel.load.Limits;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.OnFailure;
import io.evenkeel.load.TradeMixes;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.loop.ClosedLoop;
import io.evenkeel.load.loop.LoadHandle;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The servers of one environment, and one run after the other on them, each with a dispatcher of its own.
 *
 * <p>{@link #start} and {@link #run} are for one thread; {@link #close} may come from any thread at any time and makes
 * them fail.
 */
public final class Testbed implements AutoCloseable {

    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(15);
    private static final Duration SPARE = Duration.ofSeconds(60);

    private final List<NodePlan> nodes;
    private final Map<String, String> properties;
    private final ServerFleet fleet;
    private final CountDownLatch closed = new CountDownLatch(1);

    /**
     * Servers that are not started yet.
     *
     * @param roundTrip from a server to the database and back
     * @param properties more system properties for every server
     */
    public Testbed(List<NodePlan> nodes, Duration roundTrip, Map<String, String> properties)
            throws ExperimentException {
        this.nodes = List.copyOf(nodes);
        this.properties = Map.copyOf(properties);
        try {
            this.fleet = new ServerFleet(ServerFiles.find(), roundTrip);
        } catch (StartFailedException e) {
            throw new ExperimentException("no servers: " + e.getMessage(), e);
        }
    }

    /** Starts the servers and waits until they are ready. */
    public void start() throws ExperimentException, InterruptedException {
        try {
            fleet.start(nodes, properties);
        } catch (StartFailedException e) {
            throw closed.getCount() == 0
                    ? ExperimentException.stopped()
                    : new ExperimentException("no servers: " + e.getMessage(), e);
        }
    }

    /** The servers that are ready, in the order of their plans. */
    public List<AppServer> servers() {
        return fleet.servers();
    }

    /** Does one run and returns what the users and the dispatcher saw. */
    public Measurement run(Trial trial) throws ExperimentException, InterruptedException {
        try (FailureLog log = new FailureLog()) {
            Measurement seen = run(trial, log);
            return seen.figure(Measurement.FAILURES) == 0
                    ? seen
                    : new Measurement(
                            seen.figures(),
                            seen.nodes(),
                            seen.latencyUs(),
                            seen.series(),
                            log.lines(),
                            seen.traces(),
                            seen.notes());
        }
    }

    private Measurement run(Trial trial, FailureLog log) throws ExperimentException, InterruptedException {
        String configuration = trial.front().configuration(fleet.servers(), log.file());
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.of(configuration, "lab.yaml"));
                RunRecorder watch = new RunRecorder(dispatcher.control(), FrontSettings.CLUSTER);
                LoadHandle load =
                        ClosedLoop.start(plan(trial, dispatcher.port(FrontSettings.LISTENER)), request -> {})) {
            pause(trial.wayUp());
            LoadSummary wayUp = load.next();
            watch.begin();
            long beganNs = System.nanoTime();
            pause(trial.hold());
            LoadSummary hold = load.next();
            double seconds = (System.nanoTime() - beganNs) / 1e9;
            return measurement(wayUp, hold, seconds, watch.end(), trial.front().isHttp());
        } catch (SettingsException | StartException e) {
            throw new ExperimentException(
                    "no dispatcher with the policy " + trial.front().policy() + ": " + e.getMessage(), e);
        }
    }

    private static ClosedPlan plan(Trial trial, int port) {
        URI target = URI.create("http://127.0.0.1:" + port + AppServer.PATH);
        UserBehaviour work = UserBehaviour.of(new UserRequests.Walk(target, TradeMixes.DAYTRADER))
                .inSessions(trial.session())
                .onFailure(OnFailure.GO_ON, Duration.ZERO)
                .within(LONGEST_REQUEST);
        Duration longest = trial.wayUp().plus(trial.hold()).plus(SPARE);
        return new ClosedPlan(work, trial.users(), trial.ramp(), Limits.of(longest, trial.seed()));
    }

    private static Measurement measurement(
            LoadSummary wayUp, LoadSummary hold, double seconds, RunRecorder.RunObservation seen, boolean isHttp) {
        Map<String, Double> figures = Measurement.figures(
                wayUp.requests() + hold.requests(),
                wayUp.failures() + hold.failures(),
                (hold.requests() - hold.failures()) / seconds,
                hold.curves().latencyUs());
        figures.putAll(seen.figures());
        figures.putAll(SessionColumns.figures(hold.sessions(), seconds));
        if (!isHttp) {
            // They would be those of connections, not of requests.
            figures.keySet().removeAll(List.of(RunRecorder.PT, RunRecorder.SLOWDOWN));
        }
        Map<String, Map<String, Double>> nodes = new LinkedHashMap<>();
        long answered = hold.nodes().values().stream()
                .mapToLong(LoadSummary.NodeAnswers::requests)
                .sum();
        seen.nodes().forEach((name, watched) -> {
            Map<String, Double> own = new LinkedHashMap<>(watched);
            LoadSummary.NodeAnswers node = hold.nodes().get(name);
            own.put(Measurement.REQUESTS, node == null ? 0.0 : node.requests());
            own.put(Measurement.FAILURES, node == null ? 0.0 : node.failures());
            own.put(Measurement.SHARE, node == null ? 0.0 : (double) node.requests() / answered);
            if (node != null) {
                own.put(Measurement.MEAN, node.latencies().meanMs());
                own.put(Measurement.P99, node.latencies().p99Ms());
            }
            nodes.put(name, own);
        });
        return new Measurement(
                figures,
                nodes,
                hold.curves().latencyUs(),
                seen.series(),
                List.of(),
                seen.traces(),
                failureKinds(wayUp, hold));
    }

    private static Map<String, String> failureKinds(LoadSummary wayUp, LoadSummary hold) {
        Map<FailureKind, Long> kinds = new EnumMap<>(FailureKind.class);
        kinds.putAll(wayUp.failuresByKind());
        hold.failuresByKind().forEach((kind, count) -> kinds.merge(kind, count, Long::sum));
        return kinds.isEmpty() ? Map.of() : Map.of("failed as", FailureKind.words(kinds));
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
