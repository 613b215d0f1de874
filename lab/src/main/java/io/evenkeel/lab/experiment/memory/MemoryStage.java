// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.dispatcher.control.CacheView;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.experiment.light.DispatcherCpu;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.lab.server.AgentWay;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.lab.server.StartFailedException;
import io.evenkeel.lab.testbed.FrontSettings;
import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.Limits;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.loop.ClosedLoop;
import io.evenkeel.load.loop.LoadHandle;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One application server with the content, and a dispatcher with a cache of its own for each cell. */
final class MemoryStage implements Stage {

    private static final Duration SPARE = Duration.ofSeconds(60);
    private static final String PACKER = "evenkeel-cache-pack";

    /** The least that the configuration allows. */
    private static final long LEAST_MEMORY = 1 << 20;

    private static final double MEGA = 1 << 20;
    private static final double PERCENT = 100;

    private final MemoryContent content;
    private final ExperimentChoice choice;
    private final MemoryPace pace;
    private final ExperimentProgress progress;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ServerFleet fleet;
    private @Nullable PackedContent packed;

    MemoryStage(MemoryContent content, ExperimentChoice choice, ExperimentProgress progress)
            throws ExperimentException {
        this.content = content;
        this.choice = choice;
        this.pace = MemoryPace.of(choice.pace());
        this.progress = progress;
        try {
            this.fleet = new ServerFleet(ServerFiles.find());
        } catch (StartFailedException e) {
            throw new ExperimentException("no servers: " + e.getMessage(), e);
        }
    }

    /** Starts the server, and asks it for all content: the octets are the working set. */
    @Override
    public void start() throws ExperimentException, InterruptedException {
        NodeCapacity capacity = new NodeCapacity(512, MemoryExperiment.WORKERS, 100, 10);
        try {
            fleet.start(
                    List.of(new NodePlan("vcn1", capacity, choice.server(), AgentWay.NONE)),
                    Map.of("trade.public", Integer.toString(MemoryExperiment.FRESH_S)));
        } catch (StartFailedException e) {
            throw closed.getCount() == 0
                    ? ExperimentException.stopped()
                    : new ExperimentException("no servers: " + e.getMessage(), e);
        }
        PackedContent all =
                PackedContent.of(PageFetch.all(root(fleet.servers().get(0).port()), content.targets(), closed));
        packed = all;
        progress.say(String.format(
                Locale.ROOT,
                "%d URLs, a working set of %.1f MB; packed to %.2f of its bytes, %.0f MB/s, and unpacked at %.0f MB/s",
                content.targets().size(),
                all.weight() / MEGA,
                all.factor(),
                all.octets() / MEGA / (all.packNs() / 1e9),
                all.octets() / MEGA / (all.unpackNs() / 1e9)));
    }

    @Override
    public Measurement run(CellKey cell, int repeat, long seed) throws ExperimentException, InterruptedException {
        PackedContent all = packed;
        if (all == null) {
            throw new IllegalStateException("the stage is not started");
        }
        long memory =
                Math.max(LEAST_MEMORY, Math.round(all.weight() * cell.load().amount() / PERCENT));
        PackingVariant.of(cell.variant()).choose();
        try (Dispatcher dispatcher = dispatcher(cell.policy(), memory)) {
            URI root = root(dispatcher.port(FrontSettings.LISTENER));
            PageFetch.all(root, content.upwards(), closed);
            return measure(root, seed, dispatcher, all, memory);
        } finally {
            PackingVariant.chooseNone();
        }
    }

    private static URI root(int port) {
        return URI.create("http://127.0.0.1:" + port + AppServer.PATH);
    }

    private Dispatcher dispatcher(String policy, long memory) throws ExperimentException {
        int port = fleet.servers().get(0).port();
        try {
            return Dispatcher.start(SettingsFile.of(configuration(policy, port, memory), "lab.yaml"));
        } catch (SettingsException | StartException e) {
            throw new ExperimentException("no dispatcher: " + e.getMessage(), e);
        }
    }

    /** The dispatcher's configuration: files that say nothing of their freshness are stored for a day. */
    static String configuration(String policy, int port, long memory) {
        return """
                version: 1
                listeners:
                  - name: %s
                    address: "127.0.0.1:0"
                    routes:
                      - {cluster: %s, cache: {heuristic: 10%%}}
                clusters:
                  %s:
                    policy: %s
                    nodes:
                      - {name: vcn1, address: "127.0.0.1:%d", max-in-flight: %d}
                    queue: {size: 10000, timeout: 10s, discipline: fifo}
                    retry: {attempts: 0}
                cache: {memory: %d}
                log: {level: error}
                """.formatted(
                        FrontSettings.LISTENER,
                        FrontSettings.CLUSTER,
                        FrontSettings.CLUSTER,
                        policy,
                        port,
                        MemoryExperiment.WORKERS,
                        memory);
    }

    private Measurement measure(URI root, long seed, Dispatcher dispatcher, PackedContent all, long memory)
            throws ExperimentException, InterruptedException {
        UserRequests files =
                new UserRequests.Files(root, root + "/{file}", content.targets(), content.popularity(), null);
        Duration longest = pace.warmUp().plus(pace.hold()).plus(SPARE);
        ClosedPlan plan =
                new ClosedPlan(UserBehaviour.of(files), MemoryExperiment.USERS, Ramp.NONE, Limits.of(longest, seed));
        try (LoadHandle load = ClosedLoop.start(plan, request -> {})) {
            if (closed.await(pace.warmUp().toNanos(), TimeUnit.NANOSECONDS)) {
                throw ExperimentException.stopped();
            }
            Period period = new Period(load, 1, Period.Counting.NONE, closed);
            long beganNs = System.nanoTime();
            CacheMoment before = moment(dispatcher);
            Measurement seen = period.measure(Duration.ZERO, pace.hold());
            CacheMoment after = moment(dispatcher);
            double seconds = (System.nanoTime() - beganNs) / 1e9;
            Map<String, Double> figures = new LinkedHashMap<>(
                    before.until(after, seconds, Runtime.getRuntime().availableProcessors()));
            figures.put(MemoryExperiment.MEMORY, memory / MEGA);
            figures.put(MemoryExperiment.WORKING_SET, all.weight() / MEGA);
            figures.put(MemoryExperiment.FACTOR, all.factor());
            figures.put(MemoryExperiment.PACK_BY_UNPACK, all.packByUnpack());
            figures.put(MemoryExperiment.GROWTH, all.growth(after.view().packedShare()));
            return seen.with(figures);
        }
    }

    private static CacheMoment moment(Dispatcher dispatcher) throws ExperimentException {
        CacheView view = dispatcher.control().cache().view();
        if (view == null) {
            throw new ExperimentException("nothing went through the cache", null);
        }
        return new CacheMoment(view, DispatcherCpu.ns(), DispatcherCpu.ns(PACKER));
    }

    @Override
    public void close() {
        closed.countDown();
        fleet.close();
    }
}
