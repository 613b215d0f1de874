// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import io.evenkeel.config.ReportInterval;
import io.evenkeel.dispatcher.affinity.joint.ToldSessions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of a joined dispatcher: what it does, or orders, or both, or one of the others alone.
 *
 * @param member drawn by chance at its start, not 0
 * @param name its address
 * @param version of its program
 * @param sequence from 1, one more for each report; 0 for a message that is no report
 * @param generation configurations that it has applied
 * @param draining it drains
 * @param leaving this is its last message
 * @param digest of all orders that it knows
 * @param step of a reload of all members; null for none
 * @param cut of what a node has in flight at all members; null for none
 * @param sessions that the dispatcher knows; null for none
 * @param everyMs time after the report before at which this one was due; members below version 4 do not tell it, and
 *     send one each {@value ReportInterval#LONGEST_MS} ms
 */
public record MemberReport(
        long member,
        String name,
        String version,
        long sequence,
        int generation,
        boolean draining,
        boolean leaving,
        long digest,
        List<ClusterWork> clusters,
        List<StampedOrder> orders,
        @Nullable ReloadStep step,
        @Nullable CutStep cut,
        @Nullable ToldSessions sessions,
        int everyMs) {

    public MemberReport {
        clusters = List.copyOf(clusters);
        orders = List.copyOf(orders);
    }

    /** A message of what members of the first version tell. */
    public MemberReport(
            long member,
            String name,
            String version,
            long sequence,
            int generation,
            boolean draining,
            boolean leaving,
            long digest,
            List<ClusterWork> clusters,
            List<StampedOrder> orders,
            @Nullable ReloadStep step) {
        this(
                member,
                name,
                version,
                sequence,
                generation,
                draining,
                leaving,
                digest,
                clusters,
                orders,
                step,
                null,
                null,
                ReportInterval.LONGEST_MS);
    }

    /** A message that is no step of a reload. */
    public MemberReport(
            long member,
            String name,
            String version,
            long sequence,
            int generation,
            boolean draining,
            boolean leaving,
            long digest,
            List<ClusterWork> clusters,
            List<StampedOrder> orders) {
        this(member, name, version, sequence, generation, draining, leaving, digest, clusters, orders, null);
    }

    /** A step of a reload alone. */
    public static MemberReport of(long member, String name, ReloadStep step) {
        return new MemberReport(member, name, "", 0, 0, false, false, 0, List.of(), List.of(), step);
    }

    /** A step of a cut alone. */
    public static MemberReport of(long member, String name, CutStep cut) {
        return alone(member, name, cut, null);
    }

    /** Sessions alone. */
    public static MemberReport of(long member, String name, ToldSessions sessions) {
        return alone(member, name, null, sessions);
    }

    private static MemberReport alone(
            long member, String name, @Nullable CutStep cut, @Nullable ToldSessions sessions) {
        return new MemberReport(
                member,
                name,
                "",
                0,
                0,
                false,
                false,
                0,
                List.of(),
                List.of(),
                null,
                cut,
                sessions,
                ReportInterval.LONGEST_MS);
    }

    /** Orders alone. */
    public static MemberReport of(long member, String name, List<StampedOrder> orders) {
        return new MemberReport(member, name, "", 0, 0, false, false, 0, List.of(), orders);
    }

    /** The same, due at another time after the report before. */
    public MemberReport due(int afterMs) {
        return new MemberReport(
                member,
                name,
                version,
                sequence,
                generation,
                draining,
                leaving,
                digest,
                clusters,
                orders,
                step,
                cut,
                sessions,
                afterMs);
    }
}
