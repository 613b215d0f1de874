// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import io.evenkeel.join.report.ClusterWork;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of all other members, by cluster, brought up to date by each report that comes. Of a report that is heard
 * again, that which it said before is taken out and that which it says now is added, so all others need not be added up
 * for it. Only members whose reports have grown old are, with each own report of this dispatcher. Threads: one at a
 * time, that of {@link Peers}.
 */
final class TaskSums {

    private final Map<String, TaskSum> byCluster = new HashMap<>();
    private long agedNs;

    /** Counts the work of a member whole. */
    void add(JoinedPeer peer) {
        peer.share = 1;
        add(peer, 1);
    }

    /** Counts the work of a member no more. */
    void remove(JoinedPeer peer) {
        add(peer, -peer.share);
    }

    private void add(JoinedPeer peer, double share) {
        if (share != 0) {
            peer.clusters.forEach((cluster, work) -> {
                TaskSum sum = byCluster.get(cluster);
                if (sum != null) {
                    sum.add(work, share);
                }
            });
        }
    }

    /**
     * The tasks in nodes of a cluster at a moment; from now on {@link #changed} has what changes there.
     *
     * @param keys of the nodes, ascending
     */
    int[] inFlight(String cluster, long[] keys, Collection<JoinedPeer> peers, long nowNs) {
        age(peers, nowNs);
        TaskSum sum = byCluster.get(cluster);
        if (sum == null || !sum.isOf(keys)) {
            sum = new TaskSum(keys);
            byCluster.put(cluster, sum);
            for (JoinedPeer each : peers) {
                ClusterWork work = each.clusters.get(cluster);
                if (work != null) {
                    sum.add(work, each.share);
                }
            }
        }
        return sum.give();
    }

    private void age(Collection<JoinedPeer> peers, long nowNs) {
        if (nowNs == agedNs) {
            return;
        }
        agedNs = nowNs;
        byCluster.values().forEach(TaskSum::unfade);
        for (JoinedPeer each : peers) {
            double before = each.share;
            each.share = Ageing.share(nowNs - each.heardNs);
            if (before == 1 && each.share < 1) {
                add(each, -1);
            }
            if (before < 1 || each.share < 1) {
                add(each, each.share);
            }
        }
    }

    /** The tasks in nodes where they have changed since they were given; null where nothing is new. */
    @Nullable
    ChangedTasks changed(String cluster) {
        TaskSum sum = byCluster.get(cluster);
        return sum == null ? null : sum.giveChanged();
    }

    /** Forgets the sums of all other clusters. */
    void retain(Set<String> clusters) {
        byCluster.keySet().retainAll(clusters);
    }
}
