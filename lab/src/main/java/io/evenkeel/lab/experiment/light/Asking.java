// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import io.evenkeel.lab.server.light.LightRequest;
import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.Limits;
import io.evenkeel.load.OnFailure;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.ServerTrust;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.loop.ClosedLoop;
import io.evenkeel.load.loop.LoadHandle;
import io.evenkeel.load.loop.OpenLoop;
import io.evenkeel.load.net.TargetServer;
import io.evenkeel.simulator.chance.Distribution;
import java.time.Duration;

/** Turns a demand into a running load. Stateless. */
public final class Asking {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);
    private static final Duration SPARE = Duration.ofSeconds(60);
    private static final int MOST_CONNECTIONS = 2000;

    private Asking() {}

    /**
     * Begins to ask; users come one after the other in the first half of the warm-up.
     *
     * @param warmUp with {@code hold} the least time that the load lasts
     */
    public static LoadHandle start(ServerDemand demand, UserRequests pages, Duration warmUp, Duration hold, long seed) {
        return start(demand, pages, TargetServer.of(pages.root(), ServerTrust.OF_JAVA), warmUp, hold, seed);
    }

    /**
     * The same, at other servers.
     *
     * @param server of the users' connections; arrivals go where the pages are
     */
    static LoadHandle start(
            ServerDemand demand, UserRequests pages, TargetServer server, Duration warmUp, Duration hold, long seed) {
        Limits limits = Limits.of(warmUp.plus(hold).plus(SPARE), seed);
        UserBehaviour work = UserBehaviour.of(pages).within(TIMEOUT).naming(LightRequest.COOKIE);
        if (demand instanceof ServerDemand.Arrivals arrivals) {
            return OpenLoop.start(
                    new OpenPlan(work, arrivals.perSecond(), arrivals.process(), MOST_CONNECTIONS, limits));
        }
        ServerDemand.UserDemand users = (ServerDemand.UserDemand) demand;
        UserBehaviour visits = work.thinking(Distribution.parse(users.think()))
                .inSessions(users.length().isEmpty() ? null : Distribution.parse(users.length()))
                .onFailure(OnFailure.NEW_SESSION, AFTER_FAILURE);
        Ramp ramp = Ramp.evenly(users.users(), warmUp.dividedBy(2));
        return ClosedLoop.start(new ClosedPlan(visits, users.users(), ramp, limits), request -> {}, server);
    }
}
