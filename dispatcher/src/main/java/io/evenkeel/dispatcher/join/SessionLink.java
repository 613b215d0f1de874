// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.join;

import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.joint.JointSessions;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;

/** The sessions of a dispatcher, as joined ones tell each other of them. Any thread. */
public interface SessionLink {

    /** The learned sessions that all members know. */
    JointSessions joint();

    /** The sessions that a node still has here; looks at every session of the cluster. */
    default SessionsLeft left(Cluster cluster, Node node) {
        return SessionsLeft.NONE;
    }

    /** The sessions of a cluster that were seen here. */
    default SessionFigures figures(Cluster cluster) {
        return SessionFigures.NONE;
    }

    /** Takes over what all other members have seen of the sessions of a cluster. */
    default void others(Cluster cluster, SessionFigures seen) {}
}
