// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import io.evenkeel.join.report.ClusterWork;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of all other members in each node of a cluster.
 *
 * <p>Work that counts whole is summed in whole numbers, so nothing is left of it when it is taken out. Fading work is
 * summed beside it, from nothing each time that reports grow old. Cost: a member's work is one walk over the nodes, and
 * does not grow with the number of members. Threads: as {@link TaskSums}.
 */
final class TaskSum {

    /** No number of tasks is told to be greater. */
    static final int MOST_IN_FLIGHT = 1_000_000_000;

    private final long[] keys;
    private final long[] whole;
    private final double[] fading;
    private final int[] given;
    private final BitSet touched = new BitSet();

    /** @param keys of the nodes, ascending; not changed afterwards */
    TaskSum(long[] keys) {
        this.keys = keys;
        whole = new long[keys.length];
        fading = new double[keys.length];
        given = new int[keys.length];
    }

    boolean isOf(long[] others) {
        return Arrays.equals(keys, others);
    }

    /** Adds work that counts by a share: takes it out for one below 0. */
    void add(ClusterWork work, double share) {
        long[] theirs = work.keys();
        int at = 0;
        for (int i = 0; i < keys.length && at < theirs.length; i++) {
            while (at < theirs.length && theirs[at] < keys[i]) {
                at++;
            }
            if (at < theirs.length && theirs[at] == keys[i]) {
                add(i, work.inFlight()[at], share);
            }
        }
    }

    private void add(int place, int tasks, double share) {
        if (share == 1) {
            whole[place] += tasks;
        } else if (share == -1) {
            whole[place] -= tasks;
        } else {
            fading[place] += share * tasks;
        }
        touched.set(place);
    }

    /** Forgets the work that fades. */
    void unfade() {
        Arrays.fill(fading, 0);
    }

    /** The tasks in each node; what changes from now on is news. */
    int[] give() {
        for (int i = 0; i < keys.length; i++) {
            given[i] = now(i);
        }
        touched.clear();
        return given.clone();
    }

    /** The tasks in nodes where they have changed since they were given; null where nothing is new. */
    @Nullable
    ChangedTasks giveChanged() {
        int[] places = new int[touched.cardinality()];
        int[] inFlight = new int[places.length];
        int count = 0;
        for (int i = touched.nextSetBit(0); i >= 0; i = touched.nextSetBit(i + 1)) {
            int tasks = now(i);
            if (tasks != given[i]) {
                given[i] = tasks;
                places[count] = i;
                inFlight[count++] = tasks;
            }
        }
        touched.clear();
        return count == 0 ? null : new ChangedTasks(Arrays.copyOf(places, count), Arrays.copyOf(inFlight, count));
    }

    private int now(int place) {
        return (int) Math.min(MOST_IN_FLIGHT, Math.rint(whole[place] + fading[place]));
    }
}
