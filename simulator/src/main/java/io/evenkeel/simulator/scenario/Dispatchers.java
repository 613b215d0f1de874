// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/**
 * The dispatchers in front of the servers; each has its own policy and its own view.
 *
 * @param count dispatchers; sessions and users are dealt to them in turn
 * @param queue tasks that wait in each while no node may take them; one more is refused
 * @param queueTimeoutMs after which a waiting task is refused
 * @param retryShare retries for each request, 0 for none: a request that a server refused is given to one other node, within the dispatcher's
 *     own budget
 */
public record Dispatchers(int count, int queue, double queueTimeoutMs, double retryShare) {

    /** One, with the queue of the dispatcher's own defaults. */
    public static final Dispatchers ONE = new Dispatchers(1, 1024, 2000);

    public Dispatchers {
        Checks.between("dispatchers count", count, 1, 10_000);
        Checks.between("dispatchers queue", queue, 0, 10_000_000);
        Checks.aboveZero("dispatchers queue-timeout", queueTimeoutMs);
        Checks.share("dispatchers retry", retryShare);
    }

    /** Without retries. */
    public Dispatchers(int count, int queue, double queueTimeoutMs) {
        this(count, queue, queueTimeoutMs, 0);
    }
}
