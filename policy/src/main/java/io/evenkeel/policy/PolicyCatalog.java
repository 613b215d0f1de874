// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** All policies on the class path, by name. Immutable. */
public final class PolicyCatalog {

    private final Map<String, PolicyType> types;

    private PolicyCatalog(Map<String, PolicyType> types) {
        this.types = Collections.unmodifiableMap(types);
    }

    /**
     * Finds the policies of every {@link PolicyProvider}.
     *
     * @throws IllegalStateException when two providers bring the same name
     */
    public static PolicyCatalog load() {
        Map<String, PolicyType> types = new TreeMap<>();
        for (PolicyProvider provider : ServiceLoader.load(PolicyProvider.class)) {
            for (PolicyType type : provider.policies()) {
                if (types.put(type.name(), type) != null) {
                    throw new IllegalStateException("two policies are named '" + type.name()
                            + "'; the second comes from " + provider.getClass().getName());
                }
            }
        }
        return new PolicyCatalog(types);
    }

    /** The policy of a name, or nothing. */
    public Optional<PolicyType> find(String name) {
        return Optional.ofNullable(types.get(name));
    }

    /** All policies, sorted by name. */
    public Collection<PolicyType> all() {
        return types.values();
    }
}
