// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.dispatcher.settings.SettingsException;
import io.evenkeel.dispatcher.settings.file.SettingsFile;
import io.evenkeel.lab.load.ClosedLoop;
import io.evenkeel.lab.load.LoadPlan;
import io.evenkeel.lab.load.LoadReport;
import io.evenkeel.lab.load.Ramp;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.lab.server.StartFailedException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The servers of one scenario, and one run after the other on them, each with a dispatcher of its own.
 *
 * <p>The dispatcher tries nothing twice: what a policy brings on a client shall be seen. {@link #close} may come from any thread at any time and makes
 * a run under way fail.
 */
final class Rig implements AutoCloseable {

    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(15);

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final String CLUSTER = "trade";

    private final Scenario scenario;
    private final ServerFleet fleet;
    private final CountDownLatch closed = new CountDownLatch(1);

    Rig(Scenario scenario, Duration roundTrip) throws StartFailedException {
        this.scenario = scenario;
        this.fleet = new ServerFleet(ServerFiles.find(), roundTrip);
    }

    /** Starts the servers and waits until they are ready. */
    void start(Map<String, String> work) throws StartFailedException, InterruptedException {
        fleet.start(scenario.nodes(), work);
    }

    /**
     * Does one run and returns what the users saw.
     *
     * @param lastWeight weight of the last node
     * @param users who come as the ramp says and stay
     * @param hold with all of them
     */
    Run run(String policy, int repeat, double lastWeight, int users, Ramp ramp, Duration hold, long seed)
            throws ExperimentException, InterruptedException {
        try (FailureLog log = new FailureLog()) {
            Run run = run(policy, repeat, lastWeight, users, ramp, hold, seed, log);
            return run.failures() == 0 ? run : run.with(log.lines());
        }
    }

    private Run run(
            String policy,
            int repeat,
            double lastWeight,
            int users,
            Ramp ramp,
            Duration hold,
            long seed,
            FailureLog log)
            throws ExperimentException, InterruptedException {
        String configuration = configuration(policy, lastWeight, log.file());
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.of(configuration, "lab.yaml"))) {
            URI target = URI.create("http://127.0.0.1:" + dispatcher.port("web") + AppServer.PATH);
            Duration wayUp = ramp.arrival(users - 1);
            LoadPlan plan = new LoadPlan(
                    target,
                    users,
                    ramp,
                    Duration.ZERO,
                    wayUp.plus(hold).plusSeconds(60),
                    Long.MAX_VALUE,
                    LONGEST_REQUEST,
                    seed);
            try (ClosedLoop load = ClosedLoop.start(plan)) {
                pause(wayUp);
                LoadReport first = load.next();
                long beganNs = System.nanoTime();
                SampleAges ages = new SampleAges();
                for (long leftNs = hold.toNanos(); leftNs > 0; leftNs = beganNs + hold.toNanos() - System.nanoTime()) {
                    pause(Duration.ofNanos(Math.min(leftNs, LOOK.toNanos())));
                    ages.look(dispatcher.control().cluster(CLUSTER));
                }
                LoadReport second = load.next();
                double seconds = (System.nanoTime() - beganNs) / 1e9;
                return new Run(scenario, policy, repeat, lastWeight, first, second, seconds, ages.medians(), List.of());
            }
        } catch (SettingsException | StartException e) {
            throw new ExperimentException("no dispatcher with the policy " + policy + ": " + e.getMessage(), e);
        }
    }

    private void pause(Duration time) throws ExperimentException, InterruptedException {
        if (closed.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new ExperimentException("stopped", null);
        }
    }

    private String configuration(String policy, double lastWeight, Path accessLog) {
        StringBuilder nodes = new StringBuilder();
        int last = fleet.servers().size() - 1;
        for (AppServer server : fleet.servers()) {
            double weight = fleet.servers().indexOf(server) == last ? lastWeight : 1;
            nodes.append("      - {name: %s, address: \"127.0.0.1:%d\", weight: %s}\n"
                    .formatted(server.name(), server.port(), weight));
        }
        return """
                version: 1
                listeners:
                  - {name: web, address: "127.0.0.1:0", protocol: http, cluster: trade}
                clusters:
                  trade:
                    policy: %s
                    nodes:
                %s    agent: {path: %s/evenkeel-agent, interval: 1s}
                    health: {path: %s/health, interval: 2s, timeout: 2s}
                    retry: {attempts: 0}
                log: {level: warn, access: {format: json, file: "%s"}}
                """.formatted(policy, nodes, AppServer.PATH, AppServer.PATH, accessLog);
    }

    Scenario scenario() {
        return scenario;
    }

    @Override
    public void close() {
        closed.countDown();
        fleet.close();
    }
}
