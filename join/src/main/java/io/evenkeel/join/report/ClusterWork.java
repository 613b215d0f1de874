// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import io.evenkeel.dispatcher.node.NodeSlices;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The work of one dispatcher in the nodes of a cluster. Arrays have an entry for each node, in ascending order of keys,
 * and are not changed.
 *
 * @param keys of the nodes, the same in every dispatcher; idle and healthy ones may be absent
 * @param inFlight tasks that have not ended, without tunnels
 * @param perTenSeconds tasks given to the node in ten seconds
 * @param out nodes that the dispatcher takes for ill
 * @param left sessions at nodes that take no new ones; in any order
 * @param seen sessions at all nodes
 * @param slices load by time slices, with an entry for each node, too; null when the policy counts none
 */
@SuppressWarnings("ArrayRecordComponent")
public record ClusterWork(
        String cluster,
        long[] keys,
        int[] inFlight,
        int[] perTenSeconds,
        boolean[] out,
        List<NodeLeft> left,
        SessionsSeen seen,
        @Nullable NodeSlices slices) {

    public ClusterWork {
        left = List.copyOf(left);
    }

    /** Work in nodes that all take new sessions. */
    public ClusterWork(String cluster, long[] keys, int[] inFlight, int[] perTenSeconds, boolean[] out) {
        this(cluster, keys, inFlight, perTenSeconds, out, List.of(), SessionsSeen.NONE, null);
    }

    /** The same with other sessions at nodes that take no new ones. */
    public ClusterWork leaving(List<NodeLeft> other) {
        return new ClusterWork(cluster, keys, inFlight, perTenSeconds, out, other, seen, slices);
    }

    /** The same with other sessions. */
    public ClusterWork seeing(SessionsSeen other) {
        return new ClusterWork(cluster, keys, inFlight, perTenSeconds, out, left, other, slices);
    }

    /** The same with another load by time slices. */
    public ClusterWork slicing(@Nullable NodeSlices other) {
        return new ClusterWork(cluster, keys, inFlight, perTenSeconds, out, left, seen, other);
    }

    /** Tasks that are given to all nodes in a second. */
    public double perSecond() {
        long sum = 0;
        for (int each : perTenSeconds) {
            sum += each;
        }
        return sum / 10.0;
    }

    /** The same without nodes of which there is nothing to say. */
    public ClusterWork brief() {
        return at(IntStream.range(0, keys.length).filter(this::isBusy).toArray(), left);
    }

    /**
     * The same without nodes that are not among some; itself when all are. Cost: one walk over both.
     *
     * @param known keys, ascending
     */
    public ClusterWork in(long[] known) {
        int[] at = new int[keys.length];
        int count = 0;
        int place = 0;
        for (int i = 0; i < keys.length; i++) {
            while (place < known.length && known[place] < keys[i]) {
                place++;
            }
            if (place < known.length && known[place] == keys[i]) {
                at[count++] = i;
            }
        }
        List<NodeLeft> leftThere = left.stream()
                .filter(each -> Arrays.binarySearch(known, each.key()) >= 0)
                .toList();
        return count == keys.length && leftThere.size() == left.size() ? this : at(Arrays.copyOf(at, count), leftThere);
    }

    private ClusterWork at(int[] at, List<NodeLeft> leftThere) {
        ClusterWork part = new ClusterWork(
                cluster,
                new long[at.length],
                new int[at.length],
                new int[at.length],
                new boolean[at.length],
                leftThere,
                seen,
                slices == null ? null : slices.at(at));
        for (int to = 0; to < at.length; to++) {
            part.keys[to] = keys[at[to]];
            part.inFlight[to] = inFlight[at[to]];
            part.perTenSeconds[to] = perTenSeconds[at[to]];
            part.out[to] = out[at[to]];
        }
        return part;
    }

    private boolean isBusy(int i) {
        return inFlight[i] > 0 || perTenSeconds[i] > 0 || out[i] || (slices != null && !slices.isIdle(i));
    }
}
