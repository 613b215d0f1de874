// SPDX-License-Identifier: Apache-2.0
package com.example.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.simulator.contract.FakeNodes;
import io.evenkeel.simulator.contract.FakeTask;
import io.evenkeel.simulator.contract.PolicyContract;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FirstWithRoomPolicyTest {

    private final PolicyType type =
            PolicyCatalog.load().find("first-with-room").orElseThrow();

    @TestFactory
    Stream<DynamicTest> keepsTheContract() {
        return PolicyContract.checks().entrySet().stream()
                .map(rule -> dynamicTest(rule.getKey(), () -> rule.getValue().on(type, 1)));
    }

    @Test
    void skipsNodesWithoutRoom() {
        Policy policy = type.create(3, new SplittableRandom(1), Map.of("room", 2.0));
        FakeNodes nodes = FakeNodes.of(3).inFlight(0, 2).inFlight(1, 1);

        assertThat(policy.choose(new FakeTask(), nodes)).isEqualTo(1);
        assertThat(policy.choose(new FakeTask(), nodes)).isEqualTo(2);
        assertThat(policy.choose(new FakeTask(), nodes)).isEqualTo(1);
    }

    @Test
    void choosesTheLeastLoadedWhenNoneHasRoom() {
        Policy policy = type.create(3, new SplittableRandom(1), Map.of("room", 2.0));
        FakeNodes nodes = FakeNodes.of(3).inFlight(0, 9).inFlight(1, 3).inFlight(2, 5);

        assertThat(policy.choose(new FakeTask(), nodes)).isEqualTo(1);
    }
}
