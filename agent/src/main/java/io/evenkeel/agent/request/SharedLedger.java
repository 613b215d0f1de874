// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The one ledger of this JVM, which every class loader with the agent in it finds where the agents meet.
 *
 * <p>It stays when the last application has gone: an array of numbers keeps no class loader alive.
 */
final class SharedLedger {

    /** Where the agents of a JVM meet, see the Javadoc of {@code io.evenkeel.agent}. */
    private static final String MEETING = "io.evenkeel.agent.meeting";

    private static final Ledger LEDGER = new Ledger(
            (AtomicLongArray) meeting().computeIfAbsent(Ledger.NAME, name -> new AtomicLongArray(Ledger.LENGTH)));

    private SharedLedger() {}

    /** The ledger. */
    static Ledger ledger() {
        return LEDGER;
    }

    @SuppressWarnings("unchecked") // the name is ours, and so is what stands there
    private static ConcurrentMap<String, Object> meeting() {
        return (ConcurrentMap<String, Object>)
                System.getProperties().computeIfAbsent(MEETING, name -> new ConcurrentHashMap<String, Object>());
    }
}
