// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.util.concurrent.CompletableFuture;

/** The broker as it is asked. Any thread; never waits. */
@FunctionalInterface
interface BrokerSource {

    /** Asks once; fails with an IOException. */
    CompletableFuture<BrokerAnswer> ask();
}
