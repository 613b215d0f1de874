// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import io.evenkeel.config.address.HostPort;
import java.util.List;

/**
 * The dispatchers with which this one shares its view of the nodes.
 *
 * @param address where this member listens, and under which the others know it
 * @param members addresses of all members; a name stands for all addresses that it has at the time
 * @param watch false when a change of the file waits for a reload of all members
 */
public record JoinSettings(HostPort address, List<HostPort> members, boolean watch) {

    /** Members that each follow their own file. */
    public JoinSettings(HostPort address, List<HostPort> members) {
        this(address, members, true);
    }

    public JoinSettings {
        members = List.copyOf(members);
    }
}
