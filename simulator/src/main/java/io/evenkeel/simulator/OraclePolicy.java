// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import io.evenkeel.simulator.oracle.ServerStates;
import io.evenkeel.simulator.scenario.ServerGroup;

/**
 * An {@link Oracle} as a policy. Of equals, the node after the one taken last; a node that stands still only when no
 * other has room.
 */
final class OraclePolicy implements Policy {

    /** Added to the delay in a node that stands still: longer than any other. */
    private static final double STANDING_MS = 1e9;

    private final ServerStates states;
    private final int[] most;
    private final ExpectedDelay[] delays;
    private int last;

    OraclePolicy(Oracle oracle, ServerStates states) {
        this.states = states;
        int nodes = states.scenario().nodes();
        most = new int[nodes];
        delays = new ExpectedDelay[nodes];
        int slot = 0;
        for (ServerGroup group : states.scenario().servers()) {
            ExpectedDelay delay = new ExpectedDelay(group, states.scenario().work());
            for (int k = 0; k < group.count(); k++) {
                delays[slot] = delay;
                most[slot++] = switch (oracle) {
                    case SHORTEST_EXPECTED_DELAY -> group.workers() + group.queue();
                    case CENTRAL_QUEUE -> group.workers();
                    case CENTRAL_QUEUE_OF_CORES -> group.cores();
                };
            }
        }
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        int best = HOLD;
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < nodes.count(); k++) {
            int slot = nodes.at((last + 1 + k) % nodes.count());
            int tasks = states.tasks(slot);
            if (tasks < most[slot] && !states.isFailing(slot)) {
                double ms = delays[slot].ms(tasks + 1, states.freeCores(slot), states.slowness(slot));
                ms += states.isPaused(slot) ? STANDING_MS : 0;
                if (ms < least) {
                    least = ms;
                    best = slot;
                }
            }
        }
        last = best == HOLD ? last : best;
        return best;
    }
}
