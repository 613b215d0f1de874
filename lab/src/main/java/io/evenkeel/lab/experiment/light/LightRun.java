// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import io.evenkeel.lab.server.light.LightPlan;
import java.time.Duration;
import java.util.List;

/**
 * One run on light servers.
 *
 * @param policy as in a configuration: a name, or {@code {name: redal, alpha: 0.9}}
 * @param placing unit for which a node is chosen: request, connection or session
 * @param demand load on the servers
 * @param warmUp before anything is measured
 * @param hold the measured time
 * @param fronts the dispatchers
 */
public record LightRun(
        List<LightPlan> servers,
        String policy,
        Placing placing,
        ServerDemand demand,
        Duration warmUp,
        Duration hold,
        FrontPlan fronts) {

    public LightRun {
        servers = List.copyOf(servers);
    }

    /** A run with one dispatcher. */
    public LightRun(
            List<LightPlan> servers,
            String policy,
            Placing placing,
            ServerDemand demand,
            Duration warmUp,
            Duration hold) {
        this(servers, policy, placing, demand, warmUp, hold, FrontPlan.ONE);
    }
}
