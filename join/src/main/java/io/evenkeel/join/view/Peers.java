// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.JoinView.MemberView;
import io.evenkeel.dispatcher.node.NodeSlices;
import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.report.NodeLeft;
import io.evenkeel.join.report.SessionsSeen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The last report of each other member, and their sum as it counts here.
 *
 * <p>A dispatcher that was started again is another member with the same name, and takes the place of the one before.
 * Reports may overtake each other; an older one is left out. Of a report no more is kept than what it says of nodes
 * that are here, so what members invent takes no memory. Any thread.
 */
public final class Peers {

    /** Other members, at most. */
    public static final int MOST = 200;

    private static final double NS_PER_MS = 1e6;
    private static final double LATE_GAIN = 0.1;

    /** The time for which a member that came is told things, and tells nobody. */
    private static final long NEW_NS = 5_000_000_000L;

    private final Map<Long, JoinedPeer> all = new HashMap<>();
    private final TaskSums tasks = new TaskSums();
    private final long self;
    private final long beganNs;
    /** The keys of nodes here by cluster, ascending; null while they are not known. */
    private @Nullable Map<String, long[]> here;

    /** @param self the member whose peers they are, which began at a moment */
    public Peers(long self, long beganNs) {
        this.self = self;
        this.beganNs = beganNs;
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

    /**
     * The nodes that are here now; what is kept of reports is of these only.
     *
     * @param keys by cluster, ascending; not changed afterwards
     */
    public synchronized void here(Map<String, long[]> keys) {
        boolean first = here == null;
        here = Map.copyOf(keys);
        tasks.retain(here.keySet());
        if (first) {
            for (JoinedPeer each : all.values()) {
                tasks.remove(each);
                each.keep(each.report, here);
                tasks.add(each);
            }
        }
    }

    /** Takes over a report that came now. */
    public synchronized Heard hear(MemberReport report, long nowNs) {
        JoinedPeer known = all.get(report.member());
        if (report.leaving()) {
            if (known != null) {
                all.remove(report.member());
                tasks.remove(known);
            }
            return known == null ? Heard.LEFT_OUT : Heard.GOODBYE;
        }
        if (known == null) {
            return meet(report, nowNs);
        }
        if (report.sequence() <= known.report.sequence()) {
            return Heard.LEFT_OUT;
        }
        double overNs = Math.max(0, nowNs - known.heardNs - report.everyMs() * NS_PER_MS);
        known.lateNs += LATE_GAIN * (overNs - known.lateNs);
        tasks.remove(known);
        known.take(report, here);
        tasks.add(known);
        known.heardNs = nowNs;
        return Heard.NEWER;
    }

    /** A member's first report; an earlier member of the same name was its process before a restart. */
    private Heard meet(MemberReport report, long nowNs) {
        all.values().removeIf(each -> {
            boolean before = each.report.name().equals(report.name());
            if (before) {
                tasks.remove(each);
            }
            return before;
        });
        if (all.size() >= MOST) {
            return Heard.LEFT_OUT;
        }
        JoinedPeer peer = new JoinedPeer(report, here, nowNs);
        tasks.add(peer);
        all.put(report.member(), peer);
        return Heard.NEW;
    }

    /**
     * The tasks that the other members have in nodes of a cluster, each counted by the age of its report.
     *
     * @param keys of the nodes, ascending; not changed afterwards
     * @return a number for each of them
     */
    public synchronized int[] inFlight(String cluster, long[] keys, long nowNs) {
        return tasks.inFlight(cluster, keys, all.values(), nowNs);
    }

    /**
     * The tasks of {@link #inFlight} in nodes where reports, goodbyes or the end of a member have changed them since
     * this or that was asked last; null where they have not, and for a cluster of which nobody has asked.
     */
    public synchronized @Nullable ChangedTasks changed(String cluster) {
        return tasks.changed(cluster);
    }

    /**
     * The load by time slices that the other members tell of nodes of a cluster, each counted by the age of its report:
     * of slices of one length alone, as others cannot be added to them.
     *
     * @param keys of the nodes, ascending
     * @param lengthNs length of the slices here
     * @return sums of {@link NodeSlices#addTo}, with a place for each of them
     */
    public synchronized double[][] bySlice(String cluster, long[] keys, long lengthNs, long nowNs) {
        double[][] sums = NodeSlices.sums(keys.length);
        for (JoinedPeer each : all.values()) {
            ClusterWork work = each.clusters.get(cluster);
            long ageNs = Math.max(0, nowNs - each.heardNs);
            if (work != null && Ageing.share(ageNs) > 0) {
                SliceSum.add(work, lengthNs, Ageing.share(ageNs), ageNs, keys, sums);
            }
        }
        return sums;
    }

    /** The number of members that take a node for ill, by reports that are not old: an opinion, and no more. */
    public synchronized int against(String cluster, long key, long nowNs) {
        int count = 0;
        for (JoinedPeer each : all.values()) {
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
                tasks.remove(each);
            }
            return old;
        });
        return gone;
    }

    /**
     * True for one of several members that have known each other for some seconds: the one that tells those who came
     * what all of them know. After a network was cut there is one at each side.
     */
    public synchronized boolean speaks(long nowNs) {
        return nowNs - beganNs >= NEW_NS
                && all.entrySet().stream()
                        .noneMatch(each -> nowNs - each.getValue().cameNs >= NEW_NS
                                && Long.compareUnsigned(each.getKey(), self) < 0);
    }

    /**
     * A node as all other members see it.
     *
     * @param digest of all orders that are known here
     */
    public synchronized Elsewhere elsewhere(String cluster, long key, long digest, long nowNs) {
        long inFlight = 0;
        long sessions = 0;
        long goneSeconds = 0;
        Set<String> late = new TreeSet<>();
        for (JoinedPeer each : all.values()) {
            if (each.report.digest() != digest || Ageing.share(nowNs - each.heardNs) < 1) {
                late.add(each.report.name());
            }
            ClusterWork work = each.clusters.get(cluster);
            if (work != null) {
                int at = Arrays.binarySearch(work.keys(), key);
                inFlight += at < 0 ? 0 : work.inFlight()[at];
                for (NodeLeft left : work.left()) {
                    if (left.key() == key) {
                        sessions += left.sessions();
                        goneSeconds = Math.max(goneSeconds, left.goneSeconds());
                    }
                }
            }
        }
        return new Elsewhere(
                (int) Math.min(TaskSum.MOST_IN_FLIGHT, inFlight), sessions, goneSeconds, List.copyOf(late));
    }

    /** The sessions of a cluster that run at all others, each counted by the age of its report. */
    public synchronized RunningElsewhere sessions(String cluster, long nowNs) {
        double running = 0;
        double thinkMs = 0;
        double perSecond = 0;
        for (JoinedPeer each : all.values()) {
            ClusterWork work = each.clusters.get(cluster);
            if (work != null) {
                double share = Ageing.share(nowNs - each.heardNs);
                running += share * work.seen().running();
                thinkMs += share * work.seen().running() * work.seen().thinkMs();
                perSecond += share * work.perSecond();
            }
        }
        return running == 0
                ? new RunningElsewhere(0, 0, perSecond)
                : new RunningElsewhere(running, thinkMs / running * NS_PER_MS, perSecond);
    }

    /** The sessions of a cluster that were over at all others. */
    public synchronized SessionFigures figures(String cluster) {
        SessionFigures sum = SessionFigures.NONE;
        for (JoinedPeer each : all.values()) {
            ClusterWork work = each.clusters.get(cluster);
            if (work != null) {
                SessionsSeen seen = work.seen();
                sum = sum.plus(new SessionFigures(0, 0, seen.completed(), seen.requests(), seen.seconds()));
            }
        }
        return sum;
    }

    /** The number of members. */
    public synchronized int count() {
        return all.size();
    }

    /** All members, by name. */
    public synchronized Map<Long, String> names() {
        Map<Long, String> names = new HashMap<>();
        all.forEach((member, each) -> names.put(member, each.report.name()));
        return names;
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
        JoinedPeer known = all.get(member);
        return known == null ? null : known.report.name();
    }

    /** The members by name. */
    public synchronized List<MemberView> view(long nowNs) {
        return all.values().stream()
                .sorted(Comparator.comparing(each -> each.report.name()))
                .map(each -> view(each, nowNs))
                .toList();
    }

    private static MemberView view(JoinedPeer peer, long nowNs) {
        long ageNs = Math.max(0, nowNs - peer.heardNs);
        return view(peer.report, peer.sum, false, ageNs, (long) (peer.lateNs / NS_PER_MS), Ageing.share(ageNs));
    }

    /** A member as people see it. */
    public static MemberView view(MemberReport report, boolean self, long ageNs, long lateMs, double share) {
        return view(report, WorkSum.of(report), self, ageNs, lateMs, share);
    }

    private static MemberView view(
            MemberReport report, WorkSum sum, boolean self, long ageNs, long lateMs, double share) {
        return new MemberView(
                report.name(),
                self,
                report.version(),
                report.generation(),
                report.draining(),
                (long) (ageNs / NS_PER_MS),
                lateMs,
                share,
                sum.inFlight(),
                sum.perTenSeconds() / 10.0,
                sum.out(),
                report.everyMs());
    }
}
