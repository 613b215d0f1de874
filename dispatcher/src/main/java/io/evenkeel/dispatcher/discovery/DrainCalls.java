// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;

/** Tells a cluster of a node that is found no more, or again, and writes the event. */
final class DrainCalls {

    private DrainCalls() {}

    static void drain(Cluster cluster, Node node, String source, EventLogger log, long nowNs) {
        Membership.leave(cluster, node, true, "not found in " + source + " any more", nowNs);
        log.info(node + " drains, it is not found in " + source + " any more");
    }

    static void callBack(Cluster cluster, Node node, EventLogger log, long nowNs) {
        Membership.leave(cluster, node, false, null, nowNs);
        log.info(node + " is found again before it was gone, and takes tasks");
    }
}
