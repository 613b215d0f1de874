// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.levels;

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
import io.evenkeel.lab.testbed.FrontSettings;
import io.evenkeel.lab.testbed.Testbed;
import io.evenkeel.lab.testbed.Testbeds;
import io.evenkeel.lab.testbed.Workload;
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

/** Three equal servers: the same for all steady runs, new ones for each surge. */
final class LevelsStage implements Stage {

    static final int SERVERS = 3;

    private static final NodeCapacity CAPACITY = new NodeCapacity(512, 12, 12, 10);

    /** One page, so that an arrival is one request. */
    private static final PageMix QUOTES =
            new PageMix("quotes", List.of(new PageMix.MixState("quote", "quote", List.of(1.0))), 0);

    /** The number of workers of all servers. */
    static final int USERS = 3 * 12;

    /** Trials of the capacity; on a busy machine the first may see no answer. */
    private static final int MOST_TRIES = 10;

    private static final double PERCENT = 100;

    private final boolean isSurge;
    private final ExperimentChoice choice;
    private final LevelsPace pace;
    private final ExperimentProgress progress;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Testbeds testbeds;
    private double perSecond = Double.NaN;

    LevelsStage(boolean isSurge, ExperimentChoice choice, ExperimentProgress progress) throws ExperimentException {
        this.isSurge = isSurge;
        this.choice = choice;
        this.pace = LevelsPace.of(choice.pace());
        this.progress = progress;
        this.testbeds = new Testbeds(this::testbed);
    }

    private Testbed testbed() throws ExperimentException {
        List<NodePlan> nodes = new ArrayList<>();
        for (int i = 1; i <= SERVERS; i++) {
            nodes.add(new NodePlan("vcn" + i, CAPACITY, choice.server(), AgentWay.IN_WAR));
        }
        return new Testbed(nodes, Workload.ROUND_TRIP, Workload.PROPERTIES);
    }

    /** Starts servers, lets their code be compiled, and measures what they can serve. */
    @Override
    public void start() throws ExperimentException, InterruptedException {
        testbeds.present().start();
        ServerDemand all = new ServerDemand.UserDemand(USERS, "0", "");
        Duration lead = pace.compile().plus(pace.warmUp());
        for (int i = 0; i < MOST_TRIES && !(perSecond > 0); i++) {
            perSecond = steady(LevelsExperiment.LEAST_CONNECTIONS, all, lead, pace.capacity(), choice.seed())
                    .figure(Measurement.THROUGHPUT);
        }
        if (!(perSecond > 0)) {
            throw new ExperimentException(
                    "the servers answered no request in " + MOST_TRIES
                            + " trials; is the machine busy with something else?",
                    null);
        }
        progress.say(String.format(Locale.ROOT, "the servers answer %.0f requests a second at most", perSecond));
    }

    @Override
    public Measurement run(CellKey cell, int repeat, long seed) throws ExperimentException, InterruptedException {
        double rate = cell.load().amount() / PERCENT * perSecond;
        Measurement seen = isSurge
                ? surge(cell.policy(), rate, seed)
                : steady(cell.policy(), arrivals(rate), pace.warmUp(), pace.hold(), seed);
        return seen.with(Map.of(LevelsExperiment.RATE, rate));
    }

    private static ServerDemand arrivals(double rate) {
        return new ServerDemand.Arrivals(rate, "poisson");
    }

    /**
     * One load without a break: a second one would begin with all its connections at once, on top of what is measured.
     */
    private Measurement steady(String policy, ServerDemand demand, Duration lead, Duration hold, long seed)
            throws ExperimentException, InterruptedException {
        try (Dispatcher dispatcher = dispatcher(policy);
                LoadHandle load = Asking.start(demand, pages(dispatcher), lead, hold, seed)) {
            return new Period(load, SERVERS, Period.Counting.NONE, closed).measure(lead, hold);
        }
    }

    /** A small load that nobody measures, and then the large one from its first arrival on. */
    private Measurement surge(String policy, double rate, long seed) throws ExperimentException, InterruptedException {
        testbeds.renew();
        testbeds.present().start();
        ServerDemand small = arrivals(LevelsExperiment.BEFORE / PERCENT * perSecond);
        try (Dispatcher dispatcher = dispatcher(policy)) {
            try (LoadHandle load = Asking.start(small, pages(dispatcher), pace.before(), Duration.ZERO, seed)) {
                new Period(load, SERVERS, Period.Counting.NONE, closed).measure(Duration.ZERO, pace.before());
            }
            try (LoadHandle load =
                    Asking.start(arrivals(rate), pages(dispatcher), Duration.ZERO, pace.hold(), seed + 1)) {
                return new Period(load, SERVERS, Period.Counting.NONE, closed).measure(Duration.ZERO, pace.hold());
            }
        }
    }

    private Dispatcher dispatcher(String policy) throws ExperimentException {
        try {
            return Dispatcher.start(SettingsFile.of(
                    FrontSettings.http(policy, Map.of())
                            .configuration(testbeds.present().servers(), null),
                    "lab.yaml"));
        } catch (SettingsException | StartException e) {
            throw new ExperimentException("no dispatcher with the policy " + policy + ": " + e.getMessage(), e);
        }
    }

    private static UserRequests pages(Dispatcher dispatcher) {
        URI root = URI.create("http://127.0.0.1:" + dispatcher.port(FrontSettings.LISTENER) + AppServer.PATH);
        return new UserRequests.Walk(root, QUOTES);
    }

    @Override
    public void close() {
        closed.countDown();
        testbeds.close();
    }
}
