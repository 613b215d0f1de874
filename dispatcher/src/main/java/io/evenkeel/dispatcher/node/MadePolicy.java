// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.config.cluster.PolicyChoice;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.journal.JournalHeader;
import io.evenkeel.policy.journal.JournalSink;
import io.evenkeel.policy.journal.JournalingPolicy;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A policy that was made for a cluster and is in force nowhere yet.
 *
 * @param capacity slots that it has room for
 * @param needsSamples true when it works on samples
 */
public record MadePolicy(String name, Policy policy, int capacity, boolean needsSamples) {

    /**
     * Makes the policy that settings choose.
     *
     * @param random the source of its seed
     * @param journal gets every call of the policy, for replay; null for none
     */
    public static MadePolicy of(
            PolicyChoice choice,
            int capacity,
            PolicyCatalog catalog,
            RandomGenerator random,
            @Nullable JournalSink journal) {
        JournalHeader header = new JournalHeader(choice.name(), capacity, random.nextLong(), choice.options());
        return new MadePolicy(
                choice.name(),
                journal == null ? header.create(catalog) : JournalingPolicy.create(header, catalog, journal),
                capacity,
                catalog.find(choice.name())
                        .filter(type -> type.needs() == PolicyType.Needs.AGENT)
                        .isPresent());
    }
}
