// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.policy.Services;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.columns.NodeRank;
import io.evenkeel.simulator.chance.RandomStream;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;

/** The columns of a dispatcher at the beginning of a run: all servers of a scenario, up and idle. */
final class Columns {

    private Columns() {}

    /**
     * Makes the columns of one dispatcher.
     *
     * @param dispatchers number of dispatchers that share the limits of the servers
     * @param needsSamples true when the policy works on samples
     */
    static NodeArrays of(Scenario scenario, int dispatchers, boolean needsSamples) {
        NodeArrays columns = new NodeArrays(scenario.nodes());
        int slot = 0;
        for (ServerGroup group : scenario.servers()) {
            for (int k = 0; k < group.count(); k++) {
                int share = (group.limit() + dispatchers - 1) / dispatchers;
                columns.join(slot, RandomStream.mix(slot + 1L));
                columns.limit(slot, group.limit() == 0 ? Integer.MAX_VALUE : share);
                columns.weight(slot, group.weight());
                columns.services(
                        slot,
                        Services.bits(group.holdings().serves(), scenario.work().services()));
                columns.rank(slot, NodeRank.TAKES, true);
                slot++;
            }
        }
        columns.needsSamples(needsSamples);
        columns.relist();
        return columns;
    }
}
