// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.log.Spacing;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Memory on the heap that the heads and trailer sections of requests under way take on one loop.
 *
 * <p>The head that a node gets is held until its request is over, for another attempt and for the access log; the
 * client's own, too, while credentials are checked. On HTTP/2 a head of 60 kB costs its client 30 octets, because it
 * may name the same field again and again, and a request can stay for as long as a queue, a login or a slow node lets
 * it. So neither what comes on the wire nor the connections of clients bound the heads.
 *
 * <p>What a head takes above 1 kB counts. All that counts may take a quarter of the heap, each loop its part, and large
 * heads find no room beyond half of that: heads above 8 kB keep only such ones out. With 128 MB of heap and two loops
 * that is 16 MB for each loop: 2,340 heads of 8 kB, or 140 of 60 kB, which are half of it.
 * Heads of 1 kB are always let in: such a one is less than what its request takes besides.
 *
 * <p>Heads that are not whole yet are bounded elsewhere ({@link HeldMemory}). A head of 1 kB costs a comparison;
 * nothing is allocated until somebody is refused. Threads: that of its loop.
 */
public final class HeadMemory {

    private static final int SHARE_OF_HEAP = 4;
    private static final int FREE = 1024;
    private static final int USUAL = 8 * 1024;
    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST_SPARE = 256;

    private final EventLogger log;
    private final ArrayDeque<HeadBuffer> spares = new ArrayDeque<>();
    private long most;
    private long mostForLarge;
    private long taken;
    private long refused;
    private final Spacing lines = new Spacing(QUIET_NS);

    /** @param most see {@link #bound} */
    HeadMemory(long most, EventLogger log) {
        this.log = log;
        bound(most);
    }

    /** The part of the heap that a loop may use for heads. */
    public static HeadMemory of(Loop loop) {
        long heap = Runtime.getRuntime().maxMemory();
        return new HeadMemory(heap / SHARE_OF_HEAP / loop.count(), loop.events().listener());
    }

    /**
     * Sets the bound.
     *
     * @param octets that may be taken; large heads find no room once half of them are
     */
    public void bound(long octets) {
        most = octets;
        mostForLarge = octets / 2;
    }

    /** A buffer, the caller's until {@link #give}; with what somebody else has left in it. */
    HeadBuffer take() {
        HeadBuffer spare = spares.pollLast();
        return spare == null ? new HeadBuffer(FREE) : spare;
    }

    /** Takes a buffer back; at most 256 are kept. */
    void give(HeadBuffer head) {
        if (spares.size() < MOST_SPARE) {
            head.clear();
            spares.addLast(head);
        }
    }

    /** Octets that are taken now. */
    public long taken() {
        return taken;
    }

    /**
     * Counts a head or a trailer section, or counts it again when it may have grown.
     *
     * @param counted the result of the last call for the same head; 0 at first
     * @param capacity octets of the array that holds it
     * @return to be handed to the next call, and to {@link #free}
     */
    public int count(int counted, int capacity) {
        return count(counted, capacity, FREE);
    }

    /** Counts a head again that a tunnel keeps: only what it takes above 8 kB. */
    int countForTunnel(int counted, int capacity) {
        return count(counted, capacity, USUAL);
    }

    private int count(int counted, int capacity, int free) {
        int now = Math.max(0, capacity - free);
        taken += now - counted;
        return now;
    }

    /** The head is not held any more. */
    public void free(int counted) {
        taken -= counted;
    }

    /**
     * True when a request may not stay, because the heads of others leave no room for its own.
     *
     * @param length octets of the head
     * @param counted the last result of {@link #count} for it
     */
    public boolean refuses(int length, int counted, long nowNs) {
        long others = taken - counted;
        if (others < mostForLarge || length <= FREE || (length <= USUAL && others < most)) {
            return false;
        }
        refused++;
        if (lines.passes(nowNs)) {
            log.warn("heads of requests under way take " + (taken >> 10) + " of " + (most >> 10)
                    + " kB on a loop (a higher -Xmx gives more, a lower limits.head lets none so large in):"
                    + " requests with large heads are refused, " + refused + " by now");
        }
        return true;
    }
}
