// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.util.List;

/**
 * Shadows: policies that run beside the one in force, see what it sees and choose, but whose choices have no effect.
 *
 * <p>A shadow ends when it is stopped, when its cluster leaves the configuration, and with the process. Threads: any;
 * no call waits for a policy. Names of clusters that do not exist throw {@link UnknownNameException}.
 */
public interface ShadowControl {

    /** Most shadows of a cluster at a time. */
    int MOST = 3;

    /** The shadows of a cluster, in the order of their start, failed ones included. */
    List<ShadowView> list(String cluster);

    /**
     * Starts a shadow; one of the same policy that has failed makes room for it.
     *
     * @throws UnknownNameException also when the policy is not one of {@link Control#policies}
     * @throws ShadowConflictException when the policy already runs beside this cluster, or {@value #MOST} do
     */
    ShadowView start(String cluster, String policy);

    /**
     * Ends a shadow.
     *
     * @return its last figures
     * @throws UnknownNameException also when no such shadow exists
     */
    ShadowView stop(String cluster, String policy);
}
