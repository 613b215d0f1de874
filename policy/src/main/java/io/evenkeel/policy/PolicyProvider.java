// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

import java.util.List;

/** A list of policies on the class path, found by {@link java.util.ServiceLoader}. */
public interface PolicyProvider {

    /** The policies this provider brings; names must not clash with those of other providers. */
    List<PolicyType> policies();
}
