// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import io.evenkeel.config.SettingsException;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.server.light.LightCounts;
import io.evenkeel.lab.server.light.LightFleet;
import io.evenkeel.lab.server.light.LightRequest;
import io.evenkeel.lab.server.light.LightServer;
import io.evenkeel.lab.testbed.FrontSettings;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.loop.LoadHandle;
import io.evenkeel.load.net.TargetServer;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Runs on light servers, one after the other, each with servers and dispatchers of its own.
 *
 * <p>Dispatchers retry nothing and eject no node, so that the effect of a policy on clients is seen.
 * {@link #close} may come from any thread and ends a run under way with an exception.
 */
public final class LightTestbed implements AutoCloseable {

    /** The session cookie of a light server is left as it is, and remembered with the server that set it. */
    private static final String BY_COOKIE = "{mode: learned, cookie: " + LightRequest.COOKIE + "}";

    private final CountDownLatch closed = new CountDownLatch(1);

    /** Does a run. */
    public Measurement run(LightRun run, long seed) throws ExperimentException, InterruptedException {
        try (LightFleet fleet = LightFleet.start(run.servers(), seed)) {
            Map<String, Integer> ports = new LinkedHashMap<>();
            fleet.servers().forEach(server -> ports.put(server.name(), server.port()));
            try (Fronts fronts = Fronts.start(run.fronts(), number -> configuration(run, number, ports), closed)) {
                return run(run, fleet, fronts, seed);
            }
        } catch (SettingsException | StartException e) {
            throw new ExperimentException("no dispatcher with the policy " + run.policy() + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new ExperimentException("no light servers: " + e.getMessage(), e);
        }
    }

    private static String configuration(LightRun run, int number, Map<String, Integer> ports) {
        return front(run).configuration(run.fronts().servers(number, ports), null);
    }

    private static FrontSettings front(LightRun run) {
        String affinity = run.placing() == Placing.SESSION ? BY_COOKIE : null;
        return new FrontSettings(
                "http", run.policy(), Map.of(), LightServer.AGENT, LightServer.HEALTH, affinity, false);
    }

    private Measurement run(LightRun run, LightFleet fleet, Fronts fronts, long seed)
            throws ExperimentException, InterruptedException {
        UserRequests pages = UserRequests.One.get(URI.create("http://127.0.0.1:" + fronts.port() + "/page"));
        TargetServer server = TargetServer.each(
                run.placing() == Placing.BROKER
                        ? new SessionServers(fronts.control(), FrontSettings.CLUSTER)::next
                        : fronts::next);
        try (LoadHandle load = Asking.start(run.demand(), pages, server, run.warmUp(), run.hold(), seed)) {
            return new Period(load, run.servers().size(), () -> counts(fleet), closed)
                    .measure(run.warmUp(), run.hold());
        }
    }

    private static Map<String, LightCounts> counts(LightFleet fleet) {
        Map<String, LightCounts> counts = new LinkedHashMap<>();
        fleet.servers().forEach(server -> counts.put(server.name(), server.counts()));
        return counts;
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
