// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.node.Node;

/** Affinity by the client's address, remembered with the node that served it last. Nothing is added to an answer. */
record AddressAffinity(boolean strict, AddressBook addresses, AffinityCounts counts, LoopClock clock)
        implements Affinity {

    private static final int FAILED = 500;

    @Override
    public void read(RequestHead head, Origin origin, SessionClaim claim) {
        long node = addresses.find(claim.client(), clock.seconds());
        if (node == 0) {
            claim.nothing(ClaimKind.NONE);
        } else {
            claim.at(node, 0, false);
        }
    }

    @Override
    public void answered(SessionClaim claim, Node node, ResponseHead head) {
        boolean atHome = claim.home() == node.key();
        counts.answered(claim.kind(), atHome);
        if (!atHome && head.status() < FAILED) {
            addresses.remember(claim.client(), node.key(), clock.seconds());
        }
    }
}
