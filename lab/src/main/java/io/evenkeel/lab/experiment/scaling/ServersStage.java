// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.scaling;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.experiment.light.Asking;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.lab.experiment.light.ServerDemand;
import io.evenkeel.lab.server.AgentWay;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.lab.server.StartFailedException;
import io.evenkeel.lab.testbed.FrontSettings;
import io.evenkeel.load.PageMix;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.loop.LoadHandle;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Three real application servers that serve one request after the other, as the paper's did.
 *
 * <p>Each has a single connection to the database, which is a round trip away: two cores could not feed five
 * processors, but they can feed three servers that wait. A page of quotes holds the connection for some round trips.
 * Workers and queue are wide, so requests wait for the connection.
 */
final class ServersStage implements Stage {

    static final int SERVERS = 3;
    static final Duration ROUND_TRIP = Duration.ofMillis(2);

    private static final NodeCapacity CAPACITY = new NodeCapacity(256, 130, 130, 1);
    private static final PageMix QUOTES =
            new PageMix("quotes", List.of(new PageMix.MixState("quote", "quote", List.of(1.0))), 0);
    private static final Duration FIRST = Duration.ofSeconds(3);

    private final ExperimentChoice choice;
    private final ExperimentProgress progress;
    private final ServerFleet fleet;
    private final CountDownLatch closed = new CountDownLatch(1);
    private double perMs = Double.NaN;

    ServersStage(ExperimentChoice choice, ExperimentProgress progress) throws ExperimentException {
        this.choice = choice;
        this.progress = progress;
        try {
            this.fleet = new ServerFleet(ServerFiles.find(), ROUND_TRIP);
        } catch (StartFailedException e) {
            throw new ExperimentException("no servers: " + e.getMessage(), e);
        }
    }

    /** Starts the servers, lets their code be compiled, and measures μ of the first one. */
    @Override
    public void start() throws ExperimentException, InterruptedException {
        List<NodePlan> plans = new ArrayList<>();
        for (int i = 1; i <= SERVERS; i++) {
            plans.add(new NodePlan("vcn" + i, CAPACITY, choice.server(), AgentWay.IN_WAR));
        }
        try {
            fleet.start(plans, Map.of());
        } catch (StartFailedException e) {
            throw closed.getCount() == 0
                    ? ExperimentException.stopped()
                    : new ExperimentException("no servers: " + e.getMessage(), e);
        }
        ServerDemand many = new ServerDemand.UserDemand(SERVERS * ScalingCast.SATURATING, "0", "");
        run(SERVERS, ScalingCells.RR, many, FIRST, FIRST, choice.seed());
        Measurement one = run(1, ScalingCells.RR, ScalingCast.SATURATED, FIRST.dividedBy(2), FIRST, choice.seed());
        perMs = one.figure(Measurement.THROUGHPUT) / 1000;
        progress.say(
                String.format(Locale.ROOT, "one real server answers %.1f requests a second at most", perMs * 1000));
    }

    @Override
    public Measurement run(CellKey cell, int repeat, long seed) throws ExperimentException, InterruptedException {
        Duration warmUp = ScalingCast.warmUp(choice.pace());
        Duration hold = ScalingCast.hold(choice.pace());
        boolean isSaturated = cell.variant().equals(ScalingCells.SATURATED);
        int servers = isSaturated ? 1 : ScalingCells.servers(cell.variant());
        ServerDemand demand = isSaturated
                ? ScalingCast.SATURATED
                : new ServerDemand.Arrivals(cell.load().amount(), ScalingCells.POISSON);
        Measurement seen = run(servers, cell.policy(), demand, warmUp, hold, seed);
        return seen.with(Theory.figures(cell, seen, servers, perMs));
    }

    private Measurement run(int servers, String policy, ServerDemand demand, Duration warmUp, Duration hold, long seed)
            throws ExperimentException, InterruptedException {
        List<AppServer> used = fleet.servers().subList(0, servers);
        String configuration = FrontSettings.always(policy).configuration(used, null);
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.of(configuration, "lab.yaml"))) {
            URI root = URI.create("http://127.0.0.1:" + dispatcher.port(FrontSettings.LISTENER) + AppServer.PATH);
            try (LoadHandle load = Asking.start(demand, new UserRequests.Walk(root, QUOTES), warmUp, hold, seed)) {
                return new Period(load, servers, Period.Counting.NONE, closed).measure(warmUp, hold);
            }
        } catch (SettingsException | StartException e) {
            throw new ExperimentException("no dispatcher with the policy " + policy + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        fleet.close();
    }
}
