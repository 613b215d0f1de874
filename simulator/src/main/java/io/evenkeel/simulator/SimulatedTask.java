// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import io.evenkeel.policy.Task;

/** A task on its way through the simulation. */
final class SimulatedTask implements Task {

    final long arrivedNs;
    final double workNs;
    private final long clientKey;
    long startedNs;
    private long nowNs;
    private int memo;
    /** The node's progress at which this task is done; see {@link SimulatedNode}. */
    double doneAt;

    SimulatedTask(long arrivedNs, double workNs, long clientKey) {
        this.arrivedNs = arrivedNs;
        this.workNs = workNs;
        this.clientKey = clientKey;
        this.nowNs = arrivedNs;
    }

    SimulatedTask at(long newNowNs) {
        nowNs = newNowNs;
        return this;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public long clientKey() {
        return clientKey;
    }

    @Override
    public long contentKey() {
        return 0;
    }

    @Override
    public int attempt() {
        return 0;
    }

    @Override
    public boolean placesSession() {
        return false;
    }

    @Override
    public int memo() {
        return memo;
    }

    @Override
    public void memo(int value) {
        memo = value;
    }
}
