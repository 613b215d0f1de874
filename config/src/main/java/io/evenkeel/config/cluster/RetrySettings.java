// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

/**
 * The limits within which a task may be tried on another node.
 *
 * @param attempts further attempts after the first; 0 for none
 * @param budgetShare retries may be at most this share of the requests of the last ten seconds, and always ten a
 *     second
 */
public record RetrySettings(int attempts, double budgetShare) {

    public static final RetrySettings DEFAULTS = new RetrySettings(1, 0.2);
}
