// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every rule for every policy on the class path; nothing here changes when a policy is added. */
class PolicyContractTest {

    private static final long SEED = Long.getLong("seed", 1);

    @TestFactory
    Stream<DynamicContainer> everyPolicyKeepsTheContract() {
        return PolicyCatalog.load().all().stream().map(type -> dynamicContainer(type.name(), rulesFor(type)));
    }

    private static Stream<DynamicTest> rulesFor(PolicyType type) {
        return PolicyContract.checks().entrySet().stream()
                .map(rule -> dynamicTest(
                        rule.getKey() + ", seed " + SEED, () -> rule.getValue().on(type, SEED)));
    }

    @Test
    void findsEveryPolicyThatComesWithIt() {
        assertThat(PolicyCatalog.load().all())
                .extracting(PolicyType::name)
                .contains(
                        "random",
                        "round-robin",
                        "weighted-round-robin",
                        "source-hash",
                        "least-connections",
                        "weighted-least-connections",
                        "least-requests",
                        "fastest-response",
                        "power-of-two",
                        "peak-ewma",
                        "adaptive",
                        "dynamic-weighted-round-robin",
                        "least-loaded",
                        "least-sessions",
                        "dynamic-ratio",
                        "jqostd-v1",
                        "least-active-sessions",
                        "least-utilization",
                        "uri-hash",
                        "lard",
                        "sita-e",
                        "cap",
                        "service-partition",
                        "headroom");
    }
}
