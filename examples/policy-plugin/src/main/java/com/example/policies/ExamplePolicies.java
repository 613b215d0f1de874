// SPDX-License-Identifier: Apache-2.0
package com.example.policies;

import io.evenkeel.policy.PolicyProvider;
import io.evenkeel.policy.PolicyType;
import java.util.List;

/** The policies of this jar; named in META-INF/services. */
public final class ExamplePolicies implements PolicyProvider {

    @Override
    public List<PolicyType> policies() {
        return List.of(FirstWithRoomPolicy.TYPE);
    }
}
