// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.redal;

import io.evenkeel.lab.server.light.LightRequest;
import io.evenkeel.lab.server.light.RequestNeeds;
import io.evenkeel.lab.server.light.WorkLaw;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The work of a page of the fourth paper, and of fetching the session when its last request was elsewhere. The paper
 * has two pages, one as likely as the other.
 *
 * <pre>
 * page        database   processor, exponential    alone
 * low.jsp        94 ms       6 ms                  100 ms, the paper's
 * high.jsp      472 ms      28 ms                  500 ms, the paper's
 * a fetch        60 ms     7.5 ms
 * </pre>
 *
 * The paper gives the times of a page alone. The processor's share of them follows from the paper's greatest
 * throughput, 57 a second and server: 17 ms on average. A fetch is priced so that sessions that are nearly always
 * elsewhere bring that down to HJ's 42. The database and the store of the sessions are as quick under load as without.
 * All servers of a run share one object, behind the fleet's lock; it holds as many sessions as ever were.
 */
final class SessionWork implements WorkLaw {

    private static final double NS_PER_MS = 1e6;
    private static final double LOW_WAIT_MS = 94;
    private static final double LOW_PROCESSOR_MS = 6;
    private static final double HIGH_WAIT_MS = 472;
    private static final double HIGH_PROCESSOR_MS = 28;
    private static final double FETCH_WAIT_MS = 60;
    private static final double FETCH_PROCESSOR_MS = 7.5;

    private final Map<String, String> holders = new HashMap<>();

    @Override
    public RequestNeeds draw(LightRequest request, RandomGenerator random) {
        boolean isHigh = random.nextBoolean();
        double waitMs = isHigh ? HIGH_WAIT_MS : LOW_WAIT_MS;
        double processorMs = isHigh ? HIGH_PROCESSOR_MS : LOW_PROCESSOR_MS;
        String before = holders.put(request.session(), request.node());
        if (before != null && !before.equals(request.node())) {
            waitMs += FETCH_WAIT_MS;
            processorMs += FETCH_PROCESSOR_MS;
        }
        double drawnMs = -Math.log(1 - random.nextDouble()) * processorMs;
        return new RequestNeeds((long) (waitMs * NS_PER_MS), (long) (drawnMs * NS_PER_MS));
    }
}
