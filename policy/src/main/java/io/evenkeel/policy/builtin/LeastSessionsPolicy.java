// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
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
 * <p>Compensated, each task started since the sample adds one session, whether it has ended or not: a session outlives the task that opened
 * it. Where most tasks belong to sessions that are already counted, this is too much and levels more gently than it could; the next sample
 * puts it right. A sample is fresh for two periods, then drifts to the mean of the others, and after five counts as none; a node without
 * a figure is chosen only when no node has one ({@link Reported}).
 *
 * <p>Fails when sessions live long after their users have gone: it levels what is remembered, not what is done. As reported, it sends
 * everything to one node until the next sample. Cost: O(n).
 *
 * <p>Source: paper 1, section 3.2.3, LL-SESSIONS (AMX_SESSIONS_ACT).
 */
final class LeastSessionsPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "least-sessions",
            "Chooses the node with the fewest sessions alive.",
            "least SESSIONS + tasks started since the sample",
            "paper 1, section 3.2.3, LL-SESSIONS",
            PolicyType.Needs.AGENT,
            List.of(Reported.FEEDBACK, Reported.PERIOD),
            LeastSessionsPolicy::new);

    private final int[] started;
    private final Reported load;
    private final LeastLoad least;

    private LeastSessionsPolicy(PolicySettings settings) {
        started = new int[settings.maxNodes()];
        load = Reported.corrected(settings, (slot, nodes) -> started[slot]);
        least = new LeastLoad(load);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return least.choose(nodes, task.nowNs());
    }

    @Override
    public void onStart(Task task, int slot, Nodes nodes) {
        started[slot]++;
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        load.forget(slot);
    }

    @Override
    public void onLeave(int slot, Nodes nodes, long nowNs) {
        load.forget(slot);
    }

    @Override
    public void onSample(int slot, Nodes nodes, long nowNs) {
        started[slot] = 0;
        load.read(slot, nodes.sample(slot, Sample.SESSIONS), 1, nodes, nowNs);
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return load.score(slot, nodes, task.nowNs());
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        return load.doubt(slot, task.nowNs());
    }
}
