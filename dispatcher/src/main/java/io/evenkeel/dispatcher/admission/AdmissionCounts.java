// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission;

/**
 * The effect of a listener's limits of connections.
 *
 * @param connections the most there may be now
 * @param perAddress the most from one address now
 * @param full number of times the listener was full, so that further clients had to wait in the kernel's queue
 * @param refused connections closed at once because their address had its share
 */
public record AdmissionCounts(int connections, int perAddress, long full, long refused) {

    /** A listener without limits. */
    public static final AdmissionCounts NONE = new AdmissionCounts(Integer.MAX_VALUE, Integer.MAX_VALUE, 0, 0);
}
