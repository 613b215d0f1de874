// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import io.evenkeel.agent.collect.SharedMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The one ledger of this JVM, which every class loader with the agent in it finds where the agents meet.
 *
 * <p>It stays when the last application has gone: an array of numbers keeps no class loader alive.
 */
final class SharedLedger {

    private static final Ledger LEDGER = new Ledger((AtomicLongArray)
            SharedMap.ofThisJvm().computeIfAbsent(Ledger.NAME, name -> new AtomicLongArray(Ledger.LENGTH)));

    private SharedLedger() {}

    /** The ledger. */
    static Ledger ledger() {
        return LEDGER;
    }
}
