// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.join.SessionLink;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.overload.OverloadCounts;
import io.evenkeel.join.report.SessionsSeen;
import io.evenkeel.join.view.Peers;
import io.evenkeel.join.view.RunningElsewhere;

/**
 * Running sessions, think times and lengths of sessions: those of the others for the admission and the estimates of
 * this dispatcher, and its own for the others. One thread.
 */
final class SeenTalk {

    private static final double NS_PER_MS = 1e6;

    private final SessionLink sessions;
    private final Peers peers;

    SeenTalk(SessionLink sessions, Peers peers) {
        this.sessions = sessions;
        this.peers = peers;
    }

    /** Takes over what the others have told; what there is to tell them. */
    SessionsSeen exchange(Cluster cluster, long nowNs) {
        RunningElsewhere told = peers.sessions(cluster.name(), nowNs);
        cluster.overload().others(told.running(), told.thinkNs(), told.perSecond());
        sessions.others(cluster, peers.figures(cluster.name()));
        SessionFigures own = sessions.figures(cluster);
        int running = 0;
        int thinkMs = 0;
        if (cluster.settings().overload().admitSessions()) {
            OverloadCounts counts = cluster.overload().counts(nowNs);
            running = (int) Math.rint(counts.active());
            thinkMs = (int) (counts.thinkNs() / NS_PER_MS);
        }
        return new SessionsSeen(running, thinkMs, own.completed(), own.requests(), own.seconds());
    }
}
