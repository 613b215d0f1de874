// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.PolicyProvider;
import io.evenkeel.policy.PolicyType;
import java.util.List;

/** The policies that come with Evenkeel. */
public final class BuiltinPolicies implements PolicyProvider {

    @Override
    public List<PolicyType> policies() {
        return List.of(
                RandomPolicy.TYPE,
                RoundRobinPolicy.TYPE,
                WeightedRoundRobinPolicy.TYPE,
                SourceHashPolicy.TYPE,
                LeastConnectionsPolicy.TYPE,
                WeightedLeastConnectionsPolicy.TYPE,
                LeastRequestsPolicy.TYPE,
                FastestResponsePolicy.TYPE,
                PowerOfTwoPolicy.TYPE,
                PeakEwmaPolicy.TYPE,
                AdaptivePolicy.TYPE,
                DynamicWeightedRoundRobinPolicy.TYPE,
                LeastLoadedPolicy.TYPE,
                LeastSessionsPolicy.TYPE,
                DynamicRatioPolicy.TYPE,
                JqostdV1Policy.TYPE,
                LeastActiveSessionsPolicy.TYPE,
                LeastUtilizationPolicy.TYPE,
                RedalPolicy.TYPE,
                HeadroomPolicy.TYPE);
    }
}
