// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.util.concurrent.CompletableFuture;

/**
 * A broker as it is asked: over HTTP unless {@link BrokerClientBuilder#source} says otherwise.
 *
 * <p>Threads: any, and questions of several threads at once.
 */
@FunctionalInterface
public interface BrokerSource {

    /**
     * Asks once, without waiting. The future fails with a {@link BrokerException} when the broker tells no node, and
     * with another {@code IOException} when it does not answer.
     */
    CompletableFuture<BrokerAnswer> ask();
}
