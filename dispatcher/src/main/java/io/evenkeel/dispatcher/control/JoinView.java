// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The joined dispatchers as one of them sees them.
 *
 * @param address where this one listens for the others
 * @param listening false until the address could be opened; it is tried again and again
 * @param problem what is wrong now, in words; null when nothing is
 * @param members this one first, then the others by name
 * @param received reports of others that were understood
 * @param unreadable reports that were not, and were left out
 * @param strangers connections that did not prove to know the cluster key
 * @param octets size of the last report of this dispatcher
 */
public record JoinView(
        String address,
        boolean listening,
        @Nullable String problem,
        List<MemberView> members,
        long received,
        long unreadable,
        long strangers,
        int octets) {

    public JoinView {
        members = List.copyOf(members);
    }

    /**
     * One of the joined dispatchers.
     *
     * @param name its address
     * @param self true for the one that was asked
     * @param version of its program
     * @param generation configurations that it has applied
     * @param draining it says that it drains
     * @param ageMs time since its last report came
     * @param lateMs mean time by which its reports come later than they should
     * @param share the part of its work that is counted here: 1.0 while its reports are fresh, 0.0 once they are old
     * @param inFlight tasks that it has in all nodes
     * @param perSecond tasks that it gives to nodes
     * @param nodesOut nodes that it takes for ill
     * @param everyMs time from one of its reports to the next
     */
    public record MemberView(
            String name,
            boolean self,
            String version,
            int generation,
            boolean draining,
            long ageMs,
            long lateMs,
            double share,
            long inFlight,
            double perSecond,
            int nodesOut,
            int everyMs) {}
}
