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
 * The memory that request heads take on one loop while they are not whole: those of HTTP/1, and blocks and frames of
 * HTTP/2. And, with a bound of their own, bodies of HTTP/2 that wait for nodes which take no more.
 *
 * <p>Together they may take a quarter of the direct memory, each loop its part. Above that the head that began first
 * is given up, and the next, until there is room: a client that sends a head at a usual pace is done long before
 * those that hold theirs open on purpose. Allocates nothing once warm. Threads: that of its loop.
 */
public final class HeldHeads {

    private static final int SHARE_OF_DIRECT_MEMORY = 4;
    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_SPARE = 64;

    private static final LoopLocal<HeldHeads> ALL = new LoopLocal<>(loop -> new HeldHeads(
            PlatformDependent.maxDirectMemory() / SHARE_OF_DIRECT_MEMORY / loop.count(),
            loop.events().listener()));

    private static final LoopLocal<HeldHeads> BODIES = new LoopLocal<>(loop -> new HeldHeads(
            PlatformDependent.maxDirectMemory() / SHARE_OF_DIRECT_MEMORY / loop.count(),
            loop.events().listener(),
            "request bodies of HTTP/2 that wait for nodes",
            "fewer limits.streams let less in"));

    private final String what;
    private final String remedy;
    private final EventLogger log;
    private final HeldHead list = new HeldHead();
    private long budget;
    private @Nullable HeldHead spare;
    private int spares;
    private long bytes;
    private long givenUp;
    private final Spacing lines = new Spacing(QUIET_NS);

    /** @param budget octets that all of them may take */
    HeldHeads(long budget, EventLogger log) {
        this(budget, log, "request heads that are not whole", "a shorter timeouts.head ends them earlier");
    }

    private HeldHeads(long budget, EventLogger log, String what, String remedy) {
        this.log = log;
        this.budget = budget;
        this.what = what;
        this.remedy = remedy;
    }

    /** The heads of a loop. */
    public static HeldHeads of(Loop loop) {
        return ALL.of(loop);
    }

    /** The bodies of HTTP/2 that wait on a loop. */
    public static HeldHeads bodies(Loop loop) {
        return BODIES.of(loop);
    }

    /** Sets the octets that all of them may take, from the next head on. */
    public void bound(long octets) {
        budget = octets;
    }

    /** A sender of a head, or of a body. */
    public interface Sender {

        /** Makes room: answers with an error and calls {@link HeldHeads#free}, or drops what is held. */
        void giveUp();
    }

    /** One head that is not whole. */
    public static final class HeldHead {
        private HeldHead previous = this;
        private HeldHead next = this;
        private @Nullable Sender sender;
        private int bytes;
    }

    /** Octets that are held now. */
    public long bytes() {
        return bytes;
    }

    /**
     * Counts a head that is held, or has grown; gives others up, and in the end this one, when they are too much
     * together.
     *
     * @param entry the result of the last call for the same head; null at first
     * @param size octets that the head takes now
     * @return to be handed to the next call, and to {@link #free}; already free when the head itself was given up
     */
    public HeldHead hold(@Nullable HeldHead entry, Sender sender, int size, long nowNs) {
        HeldHead held = entry == null ? begin(sender) : entry;
        bytes += size - held.bytes;
        held.bytes = size;
        while (bytes > budget && held.sender != null) {
            giveUp(list.next, nowNs);
        }
        return held;
    }

    private void giveUp(HeldHead oldest, long nowNs) {
        Sender sender = oldest.sender;
        if (sender == null) {
            return;
        }
        sender.giveUp();
        if (oldest.sender == sender) {
            free(oldest);
        }
        givenUp++;
        if (lines.passes(nowNs)) {
            log.warn(what + " take more than " + (budget >> 10)
                    + " kB on a loop (a higher -XX:MaxDirectMemorySize gives more, " + remedy
                    + "): the oldest are refused, " + givenUp + " by now");
        }
    }

    private HeldHead begin(Sender sender) {
        HeldHead entry = spare;
        if (entry == null) {
            entry = new HeldHead();
        } else {
            spares--;
            spare = entry.next == entry ? null : entry.next;
            entry.next = entry;
        }
        entry.sender = sender;
        entry.previous = list.previous;
        entry.next = list;
        entry.previous.next = entry;
        list.previous = entry;
        return entry;
    }

    /** The head is whole or gone. The entry is not to be used again. */
    public void free(HeldHead entry) {
        if (entry.sender == null) {
            return;
        }
        bytes -= entry.bytes;
        entry.bytes = 0;
        entry.sender = null;
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
