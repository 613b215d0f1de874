// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import io.evenkeel.config.address.HostPort;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
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
    private final Consumer<Set<InetAddress>> expect;

    /** @param expect is told the addresses of members, each time that they are looked up */
    MemberSearch(List<HostPort> members, Consumer<Set<InetAddress>> expect) {
        this.members = members;
        this.expect = expect;
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
        Set<InetAddress> machines = new LinkedHashSet<>();
        for (HostPort each : members) {
            try {
                for (InetAddress address : InetAddress.getAllByName(each.host())) {
                    found.add(new IpAddress(address, each.port()));
                    machines.add(address);
                }
            } catch (UnknownHostException e) {
                log.debug("%s has no address now", each);
            }
        }
        if (!machines.isEmpty()) {
            // While a name cannot be looked up, those of the time before are still expected.
            expect.accept(machines);
        }
        return found;
    }
}
