// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

/**
 * The work of one dispatcher in the nodes of a cluster. Arrays have an entry for each node, in ascending order of keys,
 * and are not changed.
 *
 * @param keys of the nodes, the same in every dispatcher; idle and healthy ones may be absent
 * @param inFlight tasks that have not ended, without tunnels
 * @param perTenSeconds tasks given to the node in ten seconds
 * @param out nodes that the dispatcher takes for ill
 */
@SuppressWarnings("ArrayRecordComponent")
public record ClusterWork(String cluster, long[] keys, int[] inFlight, int[] perTenSeconds, boolean[] out) {

    /** The same without nodes of which there is nothing to say. */
    public ClusterWork brief() {
        int count = 0;
        for (int i = 0; i < keys.length; i++) {
            count += isBusy(i) ? 1 : 0;
        }
        ClusterWork brief =
                new ClusterWork(cluster, new long[count], new int[count], new int[count], new boolean[count]);
        int to = 0;
        for (int i = 0; i < keys.length; i++) {
            if (isBusy(i)) {
                brief.keys[to] = keys[i];
                brief.inFlight[to] = inFlight[i];
                brief.perTenSeconds[to] = perTenSeconds[i];
                brief.out[to] = out[i];
                to++;
            }
        }
        return brief;
    }

    private boolean isBusy(int i) {
        return inFlight[i] > 0 || perTenSeconds[i] > 0 || out[i];
    }
}
