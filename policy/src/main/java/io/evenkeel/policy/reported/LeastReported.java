// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.reported;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.LeastLoad;

/**
 * A policy that chooses the node whose {@link Reported} figure is least; equals take turns. O(n).
 *
 * <p>Needs the parameters {@link Reported#PERIOD} and {@link Reported#FEEDBACK}.
 */
public final class LeastReported implements Policy {

    /** Makes a number out of a node's sample; NaN when the sample does not tell. */
    public interface Figure {
        double of(int slot, Nodes nodes);
    }

    private final Figure figure;
    private final Figure each;
    private final Reported load;
    private final LeastLoad least;

    /** @param each what one task in flight adds to the figure */
    public LeastReported(PolicySettings settings, Figure figure, Figure each) {
        this.figure = figure;
        this.each = each;
        load = Reported.corrected(settings, (slot, nodes) -> nodes.inFlight(slot));
        least = new LeastLoad(load);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return least.choose(nodes, task.nowNs());
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
        load.read(slot, figure.of(slot, nodes), each.of(slot, nodes), nodes, nowNs);
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
