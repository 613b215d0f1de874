// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.content;

import io.evenkeel.policy.PolicyProvider;
import io.evenkeel.policy.PolicyType;
import java.util.List;

/** The policies that look at what is asked for. */
public final class ContentPolicies implements PolicyProvider {

    @Override
    public List<PolicyType> policies() {
        return List.of(
                UriHashPolicy.TYPE, LardPolicy.TYPE, SitaEPolicy.TYPE, CapPolicy.TYPE, ServicePartitionPolicy.TYPE);
    }
}
