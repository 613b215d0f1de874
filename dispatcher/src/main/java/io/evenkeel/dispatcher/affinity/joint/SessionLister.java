// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.joint;

import io.evenkeel.dispatcher.affinity.table.SessionTable.KeyedLook;
import java.util.Arrays;

/** Gathers sessions to be told, {@link ToldSessions#MOST} at most. One thread. */
final class SessionLister implements KeyedLook {

    private long[] high = new long[64];
    private long[] low = new long[64];
    private long[] nodes = new long[64];
    private int[] ages = new int[64];
    private int[] idles = new int[64];
    private int size;

    @Override
    public void session(long keyHigh, long keyLow, long node, int ageSeconds, int idleSeconds) {
        if (size == ToldSessions.MOST) {
            return;
        }
        if (size == high.length) {
            grow();
        }
        high[size] = keyHigh;
        low[size] = keyLow;
        nodes[size] = node;
        ages[size] = ageSeconds;
        idles[size] = idleSeconds;
        size++;
    }

    private void grow() {
        int room = 2 * size;
        high = Arrays.copyOf(high, room);
        low = Arrays.copyOf(low, room);
        nodes = Arrays.copyOf(nodes, room);
        ages = Arrays.copyOf(ages, room);
        idles = Arrays.copyOf(idles, room);
    }

    ToldSessions of(String cluster) {
        return new ToldSessions(
                cluster,
                Arrays.copyOf(high, size),
                Arrays.copyOf(low, size),
                Arrays.copyOf(nodes, size),
                Arrays.copyOf(ages, size),
                Arrays.copyOf(idles, size));
    }
}
