// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntBiFunction;

/** A policy that chooses as a test says, leaves the slot it hears of as memo, and notes its calls. */
final class ScriptedPolicy implements Policy {

    final List<String> heard = new ArrayList<>();
    private final ToIntBiFunction<Task, Nodes> rule;

    ScriptedPolicy(ToIntBiFunction<Task, Nodes> rule) {
        this.rule = rule;
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return rule.applyAsInt(task, nodes);
    }

    @Override
    public void onStart(Task task, int slot, Nodes nodes) {
        task.memo(10 + slot);
        heard.add("start " + slot + " of " + nodes.inFlight(slot));
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
        heard.add("finish " + slot + " " + outcome + " " + elapsedNs + " memo " + task.memo() + " of "
                + nodes.inFlight(slot));
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        heard.add("join " + slot);
    }

    @Override
    public void onLeave(int slot, Nodes nodes, long nowNs) {
        heard.add("leave " + slot);
    }

    @Override
    public void onSample(int slot, Nodes nodes, long nowNs) {
        heard.add("sample " + slot);
    }

    @Override
    public double score(Task task, int slot, Nodes nodes) {
        return 100 + slot;
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        return "slot " + slot;
    }
}
