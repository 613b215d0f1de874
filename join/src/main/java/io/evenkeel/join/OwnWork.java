// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.join.JoinContext;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.NodeSlices;
import io.evenkeel.dispatcher.node.NodeWork;
import io.evenkeel.dispatcher.node.SampleView;
import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.view.ChangedTasks;
import io.evenkeel.join.view.OwnRates;
import io.evenkeel.join.view.Peers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The work of this dispatcher in its clusters, to be told, and that of the others, brought into them: one look at each
 * cluster does both. Between two looks, tasks of others are brought in when they are told, and no more than those that
 * have changed; load by slices and sessions are not, nor a node that has come since the last look. One thread.
 */
final class OwnWork {

    private final JoinContext context;
    private final Peers peers;
    private final LeftSessions left;
    private final SeenTalk seen;
    private final Map<String, OwnRates> rates = new HashMap<>();
    private final Map<String, long[]> keys = new HashMap<>();
    /** The clusters that did not hang at the last look. */
    private final Map<String, Look> looks = new HashMap<>();

    private record Look(Cluster cluster, NodeWork work) {}

    OwnWork(JoinContext context, Peers peers) {
        this.context = context;
        this.peers = peers;
        left = new LeftSessions(context.sessions()::left);
        seen = new SeenTalk(context.sessions(), peers);
    }

    /**
     * Brings the work of others into all clusters that do not hang.
     *
     * @param digest of the orders that are in force
     * @return that of this dispatcher
     */
    List<ClusterWork> exchange(long digest, long nowNs) {
        Map<String, Cluster> clusters = context.clusters().get();
        rates.keySet().retainAll(clusters.keySet());
        keys.keySet().retainAll(clusters.keySet());
        looks.clear();
        left.look(clusters, digest, nowNs);
        List<ClusterWork> works = new ArrayList<>();
        clusters.forEach((cluster, each) -> {
            if (!each.table().hangsNow()) {
                try {
                    works.add(exchange(cluster, each, nowNs));
                } catch (LockTimeoutException e) {
                    hangs(cluster);
                }
            }
        });
        // Those of a cluster that hangs are as they were.
        peers.here(keys);
        return works;
    }

    private void hangs(String cluster) {
        looks.remove(cluster);
        context.events().debug(() -> "join: cluster " + cluster + " hangs, so it is left out");
    }

    /** Brings the tasks that others have told since into the clusters that are as they were at the last look. */
    void count() {
        for (Map.Entry<String, Cluster> each : context.clusters().get().entrySet()) {
            Look look = looks.get(each.getKey());
            if (look != null
                    && look.cluster() == each.getValue()
                    && !look.cluster().table().hangs()) {
                count(each.getKey(), look);
            }
        }
    }

    private void count(String cluster, Look look) {
        ChangedTasks changed = peers.changed(cluster);
        if (changed != null) {
            try {
                SampleView.peers(look.cluster(), look.work(), changed.places(), changed.inFlight());
            } catch (LockTimeoutException e) {
                hangs(cluster);
            }
        }
    }

    private ClusterWork exchange(String cluster, Cluster of, long nowNs) {
        NodeWork work = SampleView.work(of);
        keys.put(cluster, work.keys());
        looks.put(cluster, new Look(of, work));
        SampleView.peers(of, work, peers.inFlight(cluster, work.keys(), nowNs));
        int[] perTenSeconds =
                rates.computeIfAbsent(cluster, key -> new OwnRates()).after(work, nowNs);
        NodeSlices slices = SampleView.bySlice(of, work, nowNs);
        if (slices != null) {
            SampleView.peersBySlice(of, work, peers.bySlice(cluster, work.keys(), slices.lengthNs(), nowNs));
        }
        return new ClusterWork(
                cluster,
                work.keys(),
                work.inFlight(),
                perTenSeconds,
                work.out(),
                left.of(cluster),
                seen.exchange(of, nowNs),
                slices);
    }
}
