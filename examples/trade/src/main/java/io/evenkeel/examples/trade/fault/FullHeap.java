// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.fault;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * Live objects that leave little of the JVM's heap to the application: each request that is still served makes the
 * collector work. What stays free is enough for the requests that are in the server already.
 */
final class FullHeap implements Fault {

    private static final double FULL = 0.955;
    private static final long LEAST_FREE = 9L << 20;
    private static final int PIECE = 1 << 20;
    private static final int ROUNDS = 4;

    @Override
    public void last(long ms) throws InterruptedException {
        List<byte[]> held = new ArrayList<>();
        try {
            fill(held);
            Thread.sleep(ms);
        } finally {
            Reference.reachabilityFence(held);
            held.clear();
            collect();
        }
    }

    private static void fill(List<byte[]> held) {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                collect();
                for (long left = missing(); left > 0; left -= PIECE) {
                    held.add(new byte[PIECE]);
                }
            }
        } catch (OutOfMemoryError full) {
            // Others need what is left; the next collection finds it.
            held.subList(Math.max(0, held.size() - 2), held.size()).clear();
        }
    }

    /** Octets until the heap counts as full, by what is in use now. */
    private static long missing() {
        Runtime jvm = Runtime.getRuntime();
        long most = jvm.maxMemory();
        long inUse = jvm.totalMemory() - jvm.freeMemory();
        return Math.min((long) (FULL * most), most - LEAST_FREE) - inUse;
    }

    /** The collector finds what is live, so that the agent can tell. */
    private static void collect() {
        System.gc();
    }
}
