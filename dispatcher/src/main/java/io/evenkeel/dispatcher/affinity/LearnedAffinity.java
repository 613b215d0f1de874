// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.node.Node;

/**
 * Affinity by the application's session cookie, which {@link SeenSessions} remembers with the node that has the
 * session. Nothing is added to an answer.
 */
record LearnedAffinity(boolean strict, AffinityCounts counts) implements Affinity {

    @Override
    public void read(RequestHead head, Origin origin, SessionClaim claim) {
        if (claim.sessionNode() != 0) {
            claim.at(claim.sessionNode(), 0, false);
        } else {
            claim.nothing(claim.hasSession() ? ClaimKind.UNKNOWN : ClaimKind.NONE);
        }
    }

    @Override
    public void answered(SessionClaim claim, Node node, ResponseHead head) {
        counts.answered(claim.kind(), claim.home() == node.key());
    }
}
