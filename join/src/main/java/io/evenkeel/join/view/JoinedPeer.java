// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.MemberReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Another member, from its first report until it is gone. Threads: one at a time, that of {@link Peers}. */
final class JoinedPeer {

    MemberReport report;
    WorkSum sum;
    Map<String, ClusterWork> clusters = Map.of();
    final long cameNs;
    long heardNs;
    double lateNs;
    /** The part of its work that is in the sums of tasks. */
    double share = 1;

    /** @param here keys by cluster, ascending; null while they are not known */
    JoinedPeer(MemberReport first, @Nullable Map<String, long[]> here, long cameNs) {
        report = first;
        this.cameNs = cameNs;
        heardNs = cameNs;
        take(first, here);
    }

    void take(MemberReport newer, @Nullable Map<String, long[]> here) {
        sum = WorkSum.of(newer);
        keep(newer, here);
    }

    /**
     * Keeps what a report says of nodes that are here.
     *
     * @param here keys by cluster, ascending; null while they are not known, and all is kept
     */
    void keep(MemberReport newer, @Nullable Map<String, long[]> here) {
        Map<String, ClusterWork> kept = new HashMap<>();
        for (ClusterWork each : newer.clusters()) {
            long[] keys = here == null ? null : here.get(each.cluster());
            if (here == null) {
                kept.put(each.cluster(), each);
            } else if (keys != null) {
                kept.put(each.cluster(), each.in(keys));
            }
        }
        clusters = kept;
        report = new MemberReport(
                        newer.member(),
                        newer.name(),
                        newer.version(),
                        newer.sequence(),
                        newer.generation(),
                        newer.draining(),
                        newer.leaving(),
                        newer.digest(),
                        List.copyOf(kept.values()),
                        List.of())
                .due(newer.everyMs());
    }
}
