// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.LeastLoad;
import io.evenkeel.policy.reported.Reported;
import java.util.List;

/**
 * Chooses the node with the fewest sessions alive: least {@code SESSIONS}; equals take turns.
 *
 * <p>Compensated, each task in flight beyond those the sample saw adds one session, and each that has ended since adds
 * {@code left}, the share of tasks that leave a session behind: 1 until the node has reported twice, then what its
 * sessions have grown by for each task that ended, halved with what it was before. A sample is fresh for two periods,
 * then drifts to the mean of the others, and after five counts as none; a node without a figure is chosen only when no
 * node has one ({@link Reported}).
 *
 * <p>Fails when sessions live long after their users have gone: it levels what is remembered, not what is done. As
 * reported, it sends everything to one node until the next sample. Cost: O(n).
 *
 * <p>Source: paper 1, section 3.2.3, LL-SESSIONS (AMX_SESSIONS_ACT).
 */
final class LeastSessionsPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "least-sessions",
            "Chooses the node with the fewest sessions alive.",
            "least SESSIONS + tasks in flight since the sample + left * tasks ended since",
            "paper 1, section 3.2.3, LL-SESSIONS",
            PolicyType.Needs.AGENT,
            List.of(Reported.FEEDBACK, Reported.PERIOD),
            LeastSessionsPolicy::new);

    private final int[] ended;
    private final double[] left;
    private final double[] sessions;
    private final Reported load;
    private final LeastLoad least;

    private LeastSessionsPolicy(PolicySettings settings) {
        ended = new int[settings.maxNodes()];
        left = new double[settings.maxNodes()];
        sessions = new double[settings.maxNodes()];
        load = Reported.corrected(settings, (slot, nodes) -> nodes.inFlight(slot) + left[slot] * ended[slot]);
        least = new LeastLoad(load);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return least.choose(nodes, task.nowNs());
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        ended[slot]++;
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        load.forget(slot);
        left[slot] = 1;
        sessions[slot] = Double.NaN;
    }

    @Override
    public void onLeave(int slot, Nodes nodes, long nowNs) {
        load.forget(slot);
    }

    @Override
    public void onSample(int slot, Nodes nodes, long nowNs) {
        double alive = nodes.sample(slot, Sample.SESSIONS);
        double grown = (alive - sessions[slot]) / ended[slot];
        if (grown > Double.NEGATIVE_INFINITY && grown < Double.POSITIVE_INFINITY) {
            left[slot] += 0.5 * (Math.min(1, Math.max(0, grown)) - left[slot]);
        }
        sessions[slot] = alive;
        ended[slot] = 0;
        load.read(slot, alive, 1, nodes, nowNs);
    }

    @Override
    public boolean inherits(Policy before) {
        if (before instanceof LeastSessionsPolicy other) {
            System.arraycopy(other.left, 0, left, 0, Math.min(left.length, other.left.length));
            return true;
        }
        return false;
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return load.score(slot, nodes, task.nowNs());
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        return load.doubt(slot, task.nowNs());
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return load.why(slot, nodes, task.nowNs());
    }
}
