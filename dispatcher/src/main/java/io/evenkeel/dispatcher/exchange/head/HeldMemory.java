// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.LoopLocal;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.log.Spacing;
import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Memory outside the heap that clients fill on one loop and that only they, or nodes, can empty. It has a bound; above
 * that senders are given up, one after the other, until there is room.
 *
 * <p>{@link #heads}: request heads while they are not whole, those of HTTP/1, and blocks and frames of HTTP/2. Together
 * they may take a quarter of the direct memory, each loop its part. The head that began first is given up: a client
 * that sends a head at a usual pace is done long before those that hold theirs open on purpose.
 *
 * <p>{@link #bodies}: bodies of HTTP/2 that wait because nobody takes more of them. They may take another quarter, each
 * loop its part, but no loop less than 400 times 64 kB while the quarter has so much. The body that began first is as a
 * rule the honest one here, an upload to a slow node. So the body is given up that began first of those of the
 * connection that holds most: a client that opens many streams makes room with them.
 *
 * <p>Allocates nothing once warm; bodies are looked through only when one is given up. Threads: that of its loop.
 */
public final class HeldMemory {

    private static final int SHARE_OF_DIRECT_MEMORY = 4;
    /** Memory for what four connections of 100 streams have waiting, 64 kB each. */
    private static final long LEAST_FOR_BODIES = 4L * 100 * (64 << 10);

    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_SPARE = 64;

    private static final LoopLocal<HeldMemory> HEADS = new LoopLocal<>(
            loop -> ofHeads(quarter() / loop.count(), loop.events().listener()));

    private static final LoopLocal<HeldMemory> BODIES = new LoopLocal<>(loop ->
            ofBodies(partForBodies(quarter(), loop.count()), loop.events().listener()));

    private final EventLogger log;
    private final String what;
    private final String remedy;
    private final String victims;
    private final HeldEntry list = new HeldEntry();
    private long budget;
    private @Nullable HeldEntry spare;
    private int spares;
    private long bytes;
    private long givenUp;
    private final Spacing lines = new Spacing(QUIET_NS);
    private final Spacing failures = new Spacing(QUIET_NS);

    private HeldMemory(long budget, EventLogger log, String what, String remedy, String victims) {
        this.budget = budget;
        this.log = log;
        this.what = what;
        this.remedy = remedy;
        this.victims = victims;
    }

    /** @param budget octets that all heads may take */
    static HeldMemory ofHeads(long budget, EventLogger log) {
        return new HeldMemory(
                budget,
                log,
                "request heads that are not whole",
                "a shorter timeouts.head ends them earlier",
                "the oldest are refused");
    }

    /** @param budget octets that all bodies may take */
    static HeldMemory ofBodies(long budget, EventLogger log) {
        return new HeldMemory(
                budget,
                log,
                "request bodies of HTTP/2 that wait",
                "a lower limits.streams lets less in",
                "those of the connections with most are reset");
    }

    private static long quarter() {
        return PlatformDependent.maxDirectMemory() / SHARE_OF_DIRECT_MEMORY;
    }

    /** The part of one of some loops of what all bodies may take. */
    static long partForBodies(long ofAll, int loops) {
        return Math.max(ofAll / loops, Math.min(ofAll, LEAST_FOR_BODIES));
    }

    /** The request heads of a loop that are not whole. */
    public static HeldMemory heads(Loop loop) {
        return HEADS.of(loop);
    }

    /** The bodies of HTTP/2 that wait on a loop. */
    public static HeldMemory bodies(Loop loop) {
        return BODIES.of(loop);
    }

    /** Sets the octets that all of them may take, from the next call on. */
    public void bound(long octets) {
        budget = octets;
    }

    /** A sender of a head, or of a body. */
    public interface Sender {

        /**
         * Makes room: forgets its entry, which is free afterwards also when this throws, drops what is held, and tells
         * its client.
         */
        void giveUp();
    }

    /** Memory that one connection holds, with all its streams. */
    public static final class HeldShare {
        private long bytes;
    }

    /** Memory that one sender holds. */
    public static final class HeldEntry {
        private HeldEntry previous = this;
        private HeldEntry next = this;
        private @Nullable Sender sender;
        private @Nullable HeldShare share;
        private int bytes;

        private void add(int octets) {
            bytes += octets;
            if (share != null) {
                share.bytes += octets;
            }
        }
    }

    /** Octets that are held now. */
    public long bytes() {
        return bytes;
    }

    /**
     * Counts what a sender holds, or that it holds more. Gives nobody up: when the sender has noted its entry,
     * {@link #makeRoom} does.
     *
     * @param entry the result of the last call for the same head or body; null at first
     * @param share the share of the sender's connection; null where the oldest of all is given up first
     * @param size octets that are held now
     * @return to be handed to the next call, and to {@link #free}
     */
    public HeldEntry hold(@Nullable HeldEntry entry, Sender sender, @Nullable HeldShare share, int size) {
        HeldEntry held = entry == null ? begin(sender, share) : entry;
        int more = size - held.bytes;
        held.add(more);
        bytes += more;
        return held;
    }

    /** Gives senders up until the others are within the bound, maybe also the one that has just begun or grown. */
    public void makeRoom(long nowNs) {
        while (bytes > budget && list.next != list) {
            giveUp(victim(), nowNs);
        }
    }

    private HeldEntry victim() {
        HeldEntry found = list.next;
        for (HeldEntry each = found; each.share != null; each = each.next) {
            if (octets(each.share) > octets(found.share)) {
                found = each;
            }
        }
        return found;
    }

    private static long octets(@Nullable HeldShare share) {
        return share == null ? 0 : share.bytes;
    }

    private void giveUp(HeldEntry entry, long nowNs) {
        Sender sender = entry.sender;
        try {
            if (sender != null) {
                sender.giveUp();
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            if (failures.passes(nowNs)) {
                log.error("a client could not be told that there is no room for its request", e);
            }
        } finally {
            if (entry.sender == sender) {
                free(entry);
            }
        }
        givenUp++;
        if (lines.passes(nowNs)) {
            log.warn(what + " take more than " + (budget >> 10)
                    + " kB on a loop (a higher -XX:MaxDirectMemorySize gives more, " + remedy + "): " + victims + ", "
                    + givenUp + " by now");
        }
    }

    private HeldEntry begin(Sender sender, @Nullable HeldShare share) {
        HeldEntry entry = spare;
        if (entry == null) {
            entry = new HeldEntry();
        } else {
            spares--;
            spare = entry.next == entry ? null : entry.next;
            entry.next = entry;
        }
        entry.sender = sender;
        entry.share = share;
        entry.previous = list.previous;
        entry.next = list;
        entry.previous.next = entry;
        list.previous = entry;
        return entry;
    }

    /** The head or body is held no more. The entry is not to be used again. */
    public void free(HeldEntry entry) {
        if (entry.sender == null) {
            return;
        }
        bytes -= entry.bytes;
        entry.add(-entry.bytes);
        entry.sender = null;
        entry.share = null;
        entry.previous.next = entry.next;
        entry.next.previous = entry.previous;
        entry.previous = entry;
        entry.next = entry;
        if (spares < MOST_SPARE) {
            spares++;
            if (spare != null) {
                entry.next = spare;
            }
            spare = entry;
        }
    }
}
