// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/**
 * A bound on retries, so that a cluster in trouble is not given even more work.
 *
 * <p>A leaky bucket as in Finagle: each task adds {@code share} of a retry, each retry takes one, and what is unused fades over ten
 * seconds; ten retries a second are always there. Inside the cluster's gate.
 */
final class RetryBudget {

    private static final double FADE_NS = 10e9;
    private static final double ALWAYS_PER_S = 10;

    private double share;
    private double balance = ALWAYS_PER_S;
    private long updatedNs;

    RetryBudget(double share, long nowNs) {
        this.share = share;
        this.updatedNs = nowNs;
    }

    void share(double newShare) {
        share = newShare;
    }

    void deposit() {
        balance += share;
    }

    boolean withdraw(long nowNs) {
        double elapsedNs = Math.max(0, nowNs - updatedNs);
        updatedNs = nowNs;
        balance = balance * Math.exp(-elapsedNs / FADE_NS) + ALWAYS_PER_S * elapsedNs / 1e9;
        balance = Math.min(balance, 10 * ALWAYS_PER_S + 1e6 * share);
        if (balance < 1) {
            return false;
        }
        balance -= 1;
        return true;
    }
}
