// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongBiFunction;

/**
 * The end of nodes that their source finds no more: they are told to drain, are called back when they are found again,
 * and are gone once they have neither tasks nor sessions, or their time is over. One thread at a time.
 */
final class Departures {

    private final ToLongBiFunction<Cluster, Node> sessions;
    private final EventLogger log;

    /** The nodes that drain by our word, so that only these are called back. */
    private final Set<Node> told = new HashSet<>();

    /** @param sessions tells the sessions that a node still has */
    Departures(ToLongBiFunction<Cluster, Node> sessions, EventLogger log) {
        this.sessions = sessions;
        this.log = log;
    }

    /**
     * Tells nodes that are found no more to drain, and calls back those that are found again.
     *
     * @param ofFile names of the cluster's nodes that the file has, which no source takes away
     */
    void tell(Cluster cluster, SourceRun run, Set<String> ofFile, long nowNs) {
        for (Node node : cluster.nodes()) {
            Boolean found =
                    ofFile.contains(node.name()) ? Boolean.TRUE : run.roster().isFound(node.name());
            if (Boolean.FALSE.equals(found) && !told.contains(node)) {
                drain(cluster, node, run.settings().source().words(), nowNs);
            } else if (Boolean.TRUE.equals(found) && told.remove(node)) {
                callBack(cluster, node, nowNs);
            }
        }
    }

    private void drain(Cluster cluster, Node node, String source, long nowNs) {
        Membership.leave(cluster, node, true, "not found in " + source + " any more", nowNs);
        log.info(node + " drains, it is not found in " + source + " any more");
        told.add(node);
    }

    private void callBack(Cluster cluster, Node node, long nowNs) {
        Membership.leave(cluster, node, false, null, nowNs);
        log.info(node + " is found again before it was gone, and takes tasks");
    }

    /** Removes nodes from the source's list that drain and are done, or have had their time; true when one was. */
    boolean sweep(Cluster cluster, SourceRun run, long nowNs) {
        if (run.roster().draining() == 0) {
            return false;
        }
        Map<String, Node> members = new LinkedHashMap<>();
        cluster.nodes().forEach(node -> members.put(node.name(), node));
        return run.roster()
                .sweep(
                        name -> {
                            Node node = members.get(name);
                            return node == null || isDone(cluster, node);
                        },
                        run.settings().drain().toNanos(),
                        nowNs);
    }

    private boolean isDone(Cluster cluster, Node node) {
        return node.leaving()
                && cluster.table().counts(node).inFlight() == 0
                && sessions.applyAsLong(cluster, node) == 0;
    }

    /** Forgets nodes that are no members any more. */
    void forgetGone() {
        told.removeIf(node -> !node.member());
    }
}
