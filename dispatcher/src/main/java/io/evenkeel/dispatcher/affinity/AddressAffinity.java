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
    public void read(RequestHead head, Origin origin, SessionMark mark) {
        long node = addresses.find(mark.client(), clock.seconds());
        if (node == 0) {
            mark.nothing(MarkKind.NONE);
        } else {
            mark.at(node, 0, false);
        }
    }

    @Override
    public void answered(SessionMark mark, Node node, ResponseHead head) {
        boolean atHome = mark.home() == node.key();
        counts.answered(mark.kind(), atHome);
        if (!atHome && head.status() < FAILED) {
            addresses.remember(mark.client(), node.key(), clock.seconds());
        }
    }
}
