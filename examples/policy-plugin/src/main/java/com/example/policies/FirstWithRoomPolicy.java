// SPDX-License-Identifier: Apache-2.0
package com.example.policies;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.load.InFlight;
import io.evenkeel.policy.load.LeastLoad;
import io.evenkeel.policy.load.Rotation;
import java.util.List;

/**
 * Takes turns among the nodes that have room, and falls back to the least loaded when none has.
 *
 * <p>A node has room while it has fewer than {@code room} tasks in flight. Needs no other figure; fails when nodes
 * differ in the number of tasks that they can do at once. Cost: O(n).
 */
final class FirstWithRoomPolicy implements Policy {

    static final PolicyType TYPE = new PolicyType(
            "first-with-room",
            "Takes turns among the nodes with room, else chooses the least loaded.",
            "next node with inFlight < room, else least inFlight",
            "an example",
            PolicyType.Needs.NOTHING,
            List.of(new Parameter("room", Parameter.Kind.NUMBER, 1, 10_000, 4, "tasks a node has room for")),
            FirstWithRoomPolicy::new);

    private final double room;
    private final Rotation rotation = new Rotation();
    private final LeastLoad least = new LeastLoad(new InFlight());

    private FirstWithRoomPolicy(PolicySettings settings) {
        room = settings.option("room");
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        int count = nodes.count();
        int k = rotation.start(nodes);
        for (int seen = 0; seen < count; seen++) {
            int slot = nodes.at(k);
            if (nodes.inFlight(slot) < room) {
                return rotation.take(slot);
            }
            k = k + 1 == count ? 0 : k + 1;
        }
        return least.choose(nodes, task.nowNs());
    }
}
