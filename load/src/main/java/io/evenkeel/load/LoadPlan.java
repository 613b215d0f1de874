// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import io.evenkeel.simulator.chance.Distribution;
import java.net.URI;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A closed load on the sample application with its usual mix of operations.
 *
 * @param target root of the application, such as {@code http://127.0.0.1:9090/trade}, or the same with https
 * @param visitors people who use it at the same time; may be 0
 * @param ramp arrival of the visitors
 * @param think mean time between an answer and the next request of a visitor
 * @param longest the load ends by itself after this time
 * @param requests and after this many requests
 * @param timeout for one request as a whole
 * @param seed of everything that is drawn
 */
public record LoadPlan(
        URI target,
        int visitors,
        Ramp ramp,
        Duration think,
        Duration longest,
        long requests,
        Duration timeout,
        long seed) {

    public LoadPlan {
        if (visitors < 0 || visitors > 1000 || requests < 1 || think.isNegative() || timeout.toMillis() < 1) {
            throw new IllegalArgumentException("a load has 0 to 1000 visitors, at least one request and a timeout");
        }
        boolean known = "http".equals(target.getScheme()) || "https".equals(target.getScheme());
        if (!known || target.getHost() == null || target.getPort() < 1) {
            throw new IllegalArgumentException("the target must be http(s)://host:port/path, not " + target);
        }
    }

    /** The same in general terms; an https server must be one that this Java trusts. */
    public ClosedPlan closed() {
        return closed(ServerTrust.OF_JAVA);
    }

    /** The same with another trust in an https server. */
    public ClosedPlan closed(ServerTrust trust) {
        UserBehaviour work = UserBehaviour.of(new UserRequests.Walk(target, TradeMixes.DAYTRADER))
                .thinking(new Thought(think.toNanos() / 1e6))
                .onFailure(OnFailure.GO_ON, Duration.ZERO)
                .within(timeout)
                .trusting(trust);
        return new ClosedPlan(work, visitors, ramp, new Limits(longest, requests, 1, seed));
    }

    /**
     * Exponential, cut off at ten times the mean, as in the TPC-W benchmark; mean and variation are those before the
     * cut.
     */
    private record Thought(double mean) implements Distribution {

        @Override
        public double sample(RandomGenerator random) {
            return Math.min(10 * mean, -Math.log(1 - random.nextDouble()) * mean);
        }

        @Override
        public double variation() {
            return mean == 0 ? 0 : 1;
        }
    }
}
