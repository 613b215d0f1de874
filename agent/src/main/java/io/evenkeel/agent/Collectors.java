// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.request.RequestCollector;
import io.evenkeel.agent.server.ServerCollector;
import io.evenkeel.agent.settings.AgentSettings;
import java.util.ArrayList;
import java.util.List;

/** Which collectors make up a sample, in the order in which they are called. Each part of the agent has a line here. */
final class Collectors {

    private Collectors() {}

    @SuppressWarnings("UnusedVariable") // until the first part needs it
    static List<Collector> inOrder(Meeting meeting, AgentSettings settings) {
        List<Collector> all = new ArrayList<>();
        all.add(new ServerCollector(settings));
        all.add(RequestCollector.ofThisJvm());
        return all;
    }
}
