// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.affinity.table.SessionHash;
import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.affinity.table.SessionTable;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.node.Node;

/** Affinity by the client's address, remembered with the node that served it last. Nothing is added to an answer. */
final class AddressAffinity implements Affinity {

    private final boolean strict;
    private final SessionTable addresses;
    private final AffinityCounts counts;
    private final LoopClock clock;
    private final SessionHash hash;
    private final SessionKey key = new SessionKey();
    private final byte[] octets = new byte[Long.BYTES];

    AddressAffinity(boolean strict, SessionTable addresses, SessionHash hash, AffinityCounts counts, LoopClock clock) {
        this.strict = strict;
        this.addresses = addresses;
        this.hash = hash;
        this.counts = counts;
        this.clock = clock;
    }

    @Override
    public boolean strict() {
        return strict;
    }

    @Override
    public void read(RequestHead head, SessionClaim claim) {
        long node = addresses.home(of(claim.client()), clock.seconds());
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
        if (!atHome) {
            addresses.remember(of(claim.client()), node.key(), clock.seconds());
        }
    }

    private SessionKey of(long client) {
        for (int i = 0; i < octets.length; i++) {
            octets[i] = (byte) (client >>> (8 * i));
        }
        hash.of(octets, 0, octets.length, key);
        return key;
    }
}
