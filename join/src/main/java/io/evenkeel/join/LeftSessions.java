// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.join.report.NodeLeft;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The sessions that nodes still have which take no new ones: counted every two seconds, and at once when an order has
 * come into force; of {@value NodeLeft#MOST} nodes of a cluster, since each count looks at every session. One thread.
 */
final class LeftSessions {

    private static final long EVERY_NS = 2_000_000_000L;

    private final BiFunction<Cluster, Node, SessionsLeft> count;
    private final Map<String, List<NodeLeft>> counted = new HashMap<>();
    private boolean begun;
    private long countedNs;
    private long countedAt;

    LeftSessions(BiFunction<Cluster, Node, SessionsLeft> count) {
        this.count = count;
    }

    /** Counts again when that is due. */
    void look(Map<String, Cluster> clusters, long digest, long nowNs) {
        if (begun && digest == countedAt && nowNs - countedNs < EVERY_NS) {
            return;
        }
        begun = true;
        countedAt = digest;
        countedNs = nowNs;
        counted.clear();
        clusters.forEach((name, cluster) -> {
            if (!cluster.table().hangs()) {
                try {
                    counted.put(name, left(cluster));
                } catch (LockTimeoutException e) {
                    // It hangs, so it has no figures; its work is left out of the report as well.
                }
            }
        });
    }

    private List<NodeLeft> left(Cluster cluster) {
        List<NodeLeft> left = new ArrayList<>();
        for (Node each : cluster.nodes()) {
            if (each.wanted() != AdminState.READY && left.size() < NodeLeft.MOST) {
                SessionsLeft there = count.apply(cluster, each);
                if (there.active() > 0) {
                    left.add(new NodeLeft(each.key(), whole(there.active()), whole(there.goneSeconds())));
                }
            }
        }
        return left;
    }

    private static int whole(long value) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, value));
    }

    List<NodeLeft> of(String cluster) {
        return counted.getOrDefault(cluster, List.of());
    }
}
