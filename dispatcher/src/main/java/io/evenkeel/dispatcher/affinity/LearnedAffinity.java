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
    public void read(RequestHead head, Origin origin, SessionMark mark) {
        if (mark.sessionNode() != 0) {
            mark.at(mark.sessionNode(), 0, false);
        } else {
            mark.nothing(mark.hasSession() ? MarkKind.UNKNOWN : MarkKind.NONE);
        }
    }

    @Override
    public void answered(SessionMark mark, Node node, ResponseHead head) {
        counts.answered(mark.kind(), mark.home() == node.key());
    }
}
