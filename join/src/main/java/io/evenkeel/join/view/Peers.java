// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import io.evenkeel.dispatcher.control.JoinView.MemberView;
import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.MemberReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last report of each other member, and their sum as it counts here.
 *
 * <p>A dispatcher that was started again is another member with the same name, and takes the place of the one before.
 * Reports may overtake each other; an older one is left out. Any thread.
 */
public final class Peers {

    private static final int MOST = 200;
    private static final double NS_PER_MS = 1e6;
    private static final double LATE_GAIN = 0.1;

    private final Map<Long, Peer> all = new HashMap<>();

    /** A member, from its first report until it is gone. */
    private static final class Peer {

        MemberReport report;
        Map<String, ClusterWork> clusters = Map.of();
        long heardNs;
        double lateNs;

        Peer(MemberReport report) {
            this.report = report;
        }
    }

    /** The use of a report. */
    public enum Heard {
        /** The first of its member. */
        NEW,
        /** Takes the place of the one before. */
        NEWER,
        /** Has come late, or there are too many members. */
        LEFT_OUT,
        /** Its member says goodbye. */
        GOODBYE
    }

    /** Takes over a report that came now. */
    public synchronized Heard hear(MemberReport report, long nowNs) {
        Peer known = all.get(report.member());
        if (report.leaving()) {
            all.remove(report.member());
            return known == null ? Heard.LEFT_OUT : Heard.GOODBYE;
        }
        if (known != null && report.sequence() <= known.report.sequence()) {
            return Heard.LEFT_OUT;
        }
        if (known == null) {
            all.values().removeIf(each -> each.report.name().equals(report.name()));
            if (all.size() >= MOST) {
                return Heard.LEFT_OUT;
            }
        }
        Peer peer = known == null ? new Peer(report) : known;
        if (known != null) {
            double overNs = Math.max(0, nowNs - peer.heardNs - Ageing.EVERY_NS);
            peer.lateNs += LATE_GAIN * (overNs - peer.lateNs);
        }
        peer.report = report;
        peer.heardNs = nowNs;
        peer.clusters = new HashMap<>();
        report.clusters().forEach(each -> peer.clusters.put(each.cluster(), each));
        all.put(report.member(), peer);
        return known == null ? Heard.NEW : Heard.NEWER;
    }

    /**
     * The tasks that the other members have in nodes of a cluster, each counted by the age of its report.
     *
     * @param keys of the nodes, ascending
     * @return a number for each of them
     */
    public synchronized int[] inFlight(String cluster, long[] keys, long nowNs) {
        double[] sums = new double[keys.length];
        for (Peer each : all.values()) {
            ClusterWork work = each.clusters.get(cluster);
            double share = Ageing.share(nowNs - each.heardNs);
            if (work != null && share > 0) {
                add(work, share, keys, sums);
            }
        }
        int[] whole = new int[keys.length];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = (int) Math.min(1e9, Math.rint(sums[i]));
        }
        return whole;
    }

    private static void add(ClusterWork work, double share, long[] keys, double[] sums) {
        int at = 0;
        for (int i = 0; i < keys.length && at < work.keys().length; i++) {
            while (at < work.keys().length && work.keys()[at] < keys[i]) {
                at++;
            }
            if (at < work.keys().length && work.keys()[at] == keys[i]) {
                sums[i] += share * work.inFlight()[at];
            }
        }
    }

    /** The number of members that take a node for ill, by reports that are not old: an opinion, and no more. */
    public synchronized int against(String cluster, long key, long nowNs) {
        int count = 0;
        for (Peer each : all.values()) {
            ClusterWork work = each.clusters.get(cluster);
            int at = work == null ? -1 : Arrays.binarySearch(work.keys(), key);
            if (work != null && at >= 0 && work.out()[at] && Ageing.share(nowNs - each.heardNs) >= 1) {
                count++;
            }
        }
        return count;
    }

    /** True when a member whose reports are fresh knows other orders than those of a digest. */
    public synchronized boolean differs(long digest, long nowNs) {
        return all.values().stream()
                .anyMatch(each -> each.report.digest() != digest && Ageing.share(nowNs - each.heardNs) >= 1);
    }

    /** Forgets members that have been silent for so long that they count as gone; their names. */
    public synchronized List<String> sweep(long nowNs) {
        List<String> gone = new ArrayList<>();
        all.values().removeIf(each -> {
            boolean old = nowNs - each.heardNs >= Ageing.GONE_NS;
            if (old) {
                gone.add(each.report.name());
            }
            return old;
        });
        return gone;
    }

    /** The last report of each member that still counts, for one that joins. */
    public synchronized List<MemberReport> reports() {
        return all.values().stream().map(each -> each.report).toList();
    }

    /** The members that do not drain, by name. */
    public synchronized Map<Long, String> working() {
        Map<Long, String> names = new HashMap<>();
        all.forEach((member, each) -> {
            if (!each.report.draining()) {
                names.put(member, each.report.name());
            }
        });
        return names;
    }

    /** The name of a member; null when it is not known. */
    public synchronized @Nullable String name(long member) {
        Peer known = all.get(member);
        return known == null ? null : known.report.name();
    }

    /** The members by name. */
    public synchronized List<MemberView> view(long nowNs) {
        return all.values().stream()
                .sorted(Comparator.comparing(each -> each.report.name()))
                .map(each -> view(each, nowNs))
                .toList();
    }

    private static MemberView view(Peer peer, long nowNs) {
        long ageNs = Math.max(0, nowNs - peer.heardNs);
        return view(peer.report, false, ageNs, (long) (peer.lateNs / NS_PER_MS), Ageing.share(ageNs));
    }

    /** A member as people see it. */
    public static MemberView view(MemberReport report, boolean self, long ageNs, long lateMs, double share) {
        long inFlight = 0;
        long perTenSeconds = 0;
        int out = 0;
        for (ClusterWork work : report.clusters()) {
            for (int i = 0; i < work.keys().length; i++) {
                inFlight += work.inFlight()[i];
                perTenSeconds += work.perTenSeconds()[i];
                out += work.out()[i] ? 1 : 0;
            }
        }
        return new MemberView(
                report.name(),
                self,
                report.version(),
                report.generation(),
                report.draining(),
                (long) (ageNs / NS_PER_MS),
                lateMs,
                share,
                inFlight,
                perTenSeconds / 10.0,
                out);
    }
}
