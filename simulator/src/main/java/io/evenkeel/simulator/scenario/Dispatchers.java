// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/**
 * The dispatchers in front of the servers; each has its own policy and its own view.
 *
 * @param count dispatchers; sessions and users are dealt to them in turn
 * @param queue tasks that wait in each while no node may take them; one more is refused
 * @param queueTimeoutMs time after which a waiting task is refused
 * @param queueTargetMs above 0 the queue is served by CoDel's rule: once the oldest task has waited longer than
 *     this for 100 ms, the newest is served first, and a task that waits longer than twice this is refused. 0: always
 *     the oldest first
 * @param retryShare retries for each request, 0 for none: a request that a server refused is given to one other
 *     node, within the dispatcher's own budget
 * @param admitSessions true to refuse new sessions while the servers cannot finish them
 * @param learnConcurrency true to give each server no more at once than its answers show that it can work on
 * @param joined true when each tells the others every 50 to 200 ms what it has in flight
 */
public record Dispatchers(
        int count,
        int queue,
        double queueTimeoutMs,
        double queueTargetMs,
        double retryShare,
        boolean admitSessions,
        boolean learnConcurrency,
        boolean joined) {

    /** One, with the queue of the dispatcher's own defaults. */
    public static final Dispatchers ONE = new Dispatchers(1, 1024, 600);

    public Dispatchers {
        ScenarioChecks.between("dispatchers count", count, 1, 10_000);
        ScenarioChecks.between("dispatchers queue", queue, 0, 10_000_000);
        ScenarioChecks.aboveZero("dispatchers queue-timeout", queueTimeoutMs);
        ScenarioChecks.zeroOrMore("dispatchers queue-target", queueTargetMs);
        ScenarioChecks.share("dispatchers retry", retryShare);
    }

    /** Dispatchers that admit every session. */
    public Dispatchers(int count, int queue, double queueTimeoutMs, double queueTargetMs, double retryShare) {
        this(count, queue, queueTimeoutMs, queueTargetMs, retryShare, false, false, false);
    }

    /** The same, and new sessions are refused while the servers cannot finish them. */
    public Dispatchers admitting() {
        return new Dispatchers(count, queue, queueTimeoutMs, queueTargetMs, retryShare, true, learnConcurrency, joined);
    }

    /** The same, and how much each server can work on at once is learned. */
    public Dispatchers learning() {
        return new Dispatchers(count, queue, queueTimeoutMs, queueTargetMs, retryShare, admitSessions, true, joined);
    }

    /** Another number of them, the rest the same. */
    public Dispatchers of(int newCount) {
        return new Dispatchers(
                newCount, queue, queueTimeoutMs, queueTargetMs, retryShare, admitSessions, learnConcurrency, joined);
    }

    /** The same, and each tells the others what it has in flight. */
    public Dispatchers join() {
        return new Dispatchers(
                count, queue, queueTimeoutMs, queueTargetMs, retryShare, admitSessions, learnConcurrency, true);
    }

    /** Dispatchers with a queue that is served in order. */
    public Dispatchers(int count, int queue, double queueTimeoutMs, double retryShare) {
        this(count, queue, queueTimeoutMs, 0, retryShare);
    }

    /** Dispatchers without retries. */
    public Dispatchers(int count, int queue, double queueTimeoutMs) {
        this(count, queue, queueTimeoutMs, 0);
    }
}
