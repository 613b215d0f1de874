// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Each rule catches the policy that breaks it. */
class PolicyContractBitesTest {

    @Test
    void catchesAChoiceThatIsNotEligible() {
        PolicyType first = type(settings -> (task, nodes) -> 0);

        assertThatThrownBy(() -> check("chooses only eligible nodes", first)).hasMessageContaining("not eligible");
    }

    @Test
    void catchesATaskThatWasNotChosenFor() {
        PolicyType trusting = type(settings -> new Policy() {
            private int chosen;

            @Override
            public int choose(Task task, Nodes nodes) {
                chosen = nodes.at(0);
                return chosen;
            }

            @Override
            public void onStart(Task task, int slot, Nodes nodes) {
                if (slot != chosen) {
                    throw new AssertionError("started elsewhere");
                }
            }
        });

        assertThatThrownBy(() -> check("goes on through tasks that went home unasked", trusting))
                .hasMessageContaining("started elsewhere");
    }

    @Test
    void catchesChanceFromElsewhere() {
        PolicyType unseeded = type(settings ->
                (task, nodes) -> nodes.at(ThreadLocalRandom.current().nextInt(nodes.count())));

        assertThatThrownBy(() -> check("makes the same choices for the same seed", unseeded))
                .hasMessageContaining("chose differently");
    }

    @Test
    void catchesAllocation() {
        PolicyType wasteful = type(settings -> new Policy() {
            private int[] kept = new int[1];

            @Override
            public int choose(Task task, Nodes nodes) {
                kept = new int[kept.length];
                return nodes.at(0);
            }
        });

        assertThatThrownBy(() -> check("allocates nothing", wasteful)).hasMessageContaining("bytes");
    }

    @Test
    void catchesAScoreThatChangesThePolicy() {
        PolicyType nosy = type(settings -> new Policy() {
            private int turn;

            @Override
            public int choose(Task task, Nodes nodes) {
                return nodes.at(Math.floorMod(turn++, nodes.count()));
            }

            @Override
            public double score(Task task, int slot, Nodes nodes) {
                return turn++;
            }
        });

        assertThatThrownBy(() -> check("changes nothing when asked for a score or a reason", nosy))
                .hasMessageContaining("asked for scores");
    }

    @Test
    void catchesAHerd() {
        PolicyType herd = type(settings -> (task, nodes) -> nodes.at(0));

        assertThatThrownBy(() -> check("spreads tasks over idle nodes", herd)).hasMessageContaining("slot 0");
        assertThatThrownBy(() -> check("gives equal nodes equal load", herd)).hasMessageContaining("slot 0");
    }

    @Test
    void catchesAPolicyThatHoldsForNoReason() {
        PolicyType lazy = type(settings -> (task, nodes) -> Policy.HOLD);

        assertThatThrownBy(() -> check("works with one node", lazy)).hasMessageContaining("held");
    }

    @Test
    void catchesAVetoByAColumnThatIsAbsent() {
        PolicyType careless = type(settings ->
                (task, nodes) -> nodes.sample(nodes.at(0), Sample.HEAP_SHARE) < 0.9 ? nodes.at(0) : Policy.HOLD);

        assertThatThrownBy(() -> check("takes no sample that says nothing for a veto", careless))
                .hasMessageContaining("columns that are absent");
    }

    @Test
    void catchesAHerdAfterSamples() {
        PolicyType herd = type(settings -> (task, nodes) -> {
            int slot = nodes.at(settings.random().nextInt(nodes.count()));
            return nodes.sampleAgeNs(slot) == Long.MAX_VALUE ? slot : nodes.at(0);
        });

        assertThatThrownBy(() -> check("gives equal nodes with equal samples equal load", herd))
                .hasMessageContaining("slot 0");
    }

    @Test
    void catchesArraysThatAreTooSmall() {
        PolicyType small = type(settings -> {
            int[] turns = new int[100];
            return (task, nodes) -> {
                int slot = nodes.at(turns[0]++ % nodes.count());
                turns[slot]++;
                return slot;
            };
        });

        assertThatThrownBy(() -> check("works with as many nodes as it was made for", small))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }

    private static PolicyType type(Function<PolicySettings, Policy> factory) {
        return new PolicyType("broken", "", "", "", PolicyType.Needs.NOTHING, List.of(), factory);
    }

    private static void check(String rule, PolicyType type) {
        PolicyContract.Check check = PolicyContract.checks().get(rule);
        if (check == null) {
            throw new IllegalArgumentException("no rule '" + rule + "'");
        }
        check.on(type, 1);
    }
}
