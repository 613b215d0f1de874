// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import io.evenkeel.config.address.HostPort;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCPPING;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.Responses;

/**
 * Asks the addresses of the configuration for members. A name stands for all addresses that it has at the time of the
 * question, and for none while it has none; so members may come and go with a service of Kubernetes. Threads: those of
 * JGroups.
 */
final class MemberSearch extends TCPPING {

    private final List<HostPort> members;

    MemberSearch(List<HostPort> members) {
        this.members = members;
        // On the wire it is what it extends.
        id = ClassConfigurator.getProtocolId(TCPPING.class);
        setPortRange(0);
        initial_hosts_set_programmatically = true;
        // One that does not answer must not keep the question from the others.
        async_discovery_use_separate_thread_per_request = true;
    }

    @Override
    public void findMembers(List<Address> known, boolean initial, Responses responses) {
        initial_hosts = addresses();
        super.findMembers(known, initial, responses);
    }

    private Set<PhysicalAddress> addresses() {
        Set<PhysicalAddress> found = new LinkedHashSet<>();
        for (HostPort each : members) {
            try {
                for (InetAddress address : InetAddress.getAllByName(each.host())) {
                    found.add(new IpAddress(address, each.port()));
                }
            } catch (UnknownHostException e) {
                log.debug("%s has no address now", each);
            }
        }
        return found;
    }
}
