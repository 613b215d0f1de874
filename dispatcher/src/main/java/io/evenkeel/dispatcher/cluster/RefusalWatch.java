// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.cluster;

import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.overload.RefusedTasks;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Says in the event log when a cluster begins to refuse tasks for want of a node, and, after ten seconds without such a
 * task, that it refuses none any more; so it does when the cluster leaves. One thread at a time.
 */
public final class RefusalWatch {

    private static final long QUIET_NS = 10_000_000_000L;
    private static final long NS_PER_S = 1_000_000_000;
    private static final RefusedTasks.Reason[] REASONS = RefusedTasks.Reason.values();

    private Map<Cluster, State> states = new HashMap<>();

    private static final class State {

        /** The counts at the last look. */
        private long[] seen = new long[REASONS.length];

        /** The counts before the present refusals began. */
        private long[] before = new long[REASONS.length];

        private boolean refuses;
        private long sinceNs;
        private long lastNs;
    }

    /**
     * Looks at the clusters in force; forgets the others.
     *
     * @param nowNs monotonic
     */
    public void look(Collection<Cluster> clusters, long nowNs) {
        Map<Cluster, State> present = new HashMap<>();
        for (Cluster cluster : clusters) {
            State state = states.getOrDefault(cluster, new State());
            present.put(cluster, state);
            look(cluster, state, nowNs);
        }
        states.forEach((cluster, state) -> {
            if (state.refuses && !present.containsKey(cluster)) {
                end(cluster, state);
            }
        });
        states = present;
    }

    private static void look(Cluster cluster, State state, long nowNs) {
        long[] now = new long[REASONS.length];
        boolean more = false;
        for (int k = 0; k < now.length; k++) {
            now[k] = cluster.overload().refused().of(REASONS[k]);
            more |= now[k] > state.seen[k];
        }
        if (more) {
            state.lastNs = nowNs;
        }
        if (more && !state.refuses) {
            state.refuses = true;
            state.sinceNs = nowNs;
            state.before = state.seen;
            cluster.events().cluster().warn(cluster.name() + " refuses requests: " + words(state.before, now));
        } else if (state.refuses && nowNs - state.lastNs >= QUIET_NS) {
            state.refuses = false;
            end(cluster, state);
        }
        state.seen = now;
    }

    private static void end(Cluster cluster, State state) {
        long seconds = (state.lastNs - state.sinceNs) / NS_PER_S + 1;
        cluster.events()
                .cluster()
                .info(cluster.name() + " refuses no more requests; it has refused " + words(state.before, state.seen)
                        + " in " + seconds + " s");
    }

    private static String words(long[] before, long[] now) {
        StringBuilder words = new StringBuilder();
        for (int k = 0; k < now.length; k++) {
            if (now[k] > before[k]) {
                words.append(words.isEmpty() ? "" : ", ")
                        .append(now[k] - before[k])
                        .append(' ')
                        .append(REASONS[k].word());
            }
        }
        return words.toString();
    }
}
