// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.decision.DecisionVector;
import io.evenkeel.agent.hint.MissingFigures;
import io.evenkeel.agent.jvm.CollectionReading;
import io.evenkeel.agent.jvm.JvmReading;
import io.evenkeel.agent.request.RequestCollector;
import io.evenkeel.agent.server.ServerCollector;
import io.evenkeel.agent.system.SystemCollectors;
import java.util.ArrayList;
import java.util.List;

/**
 * The collectors that make up a sample, in the order in which they are called: each may read the figures that those
 * before it have set.
 */
final class Collectors {

    /** R0 is what a tenth of the requests among few stays below. */
    private static final double ALONE_SHARE = 0.1;

    private Collectors() {}

    static List<Collector> inOrder(ServerCollector server) {
        RequestCollector requests = RequestCollector.ofThisJvm();
        List<Collector> all = new ArrayList<>(SystemCollectors.ofThisMachine());
        all.add(new JvmReading());
        all.add(new CollectionReading());
        all.add(server);
        all.add(requests);
        all.add(new DecisionVector(() -> requests.quietMs(ALONE_SHARE)));
        all.add(new MissingFigures(server::server));
        return all;
    }
}
