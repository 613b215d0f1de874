// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import io.evenkeel.dispatcher.exchange.cache.memory.tier.ClientShares;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bound of all octets that the cache has outside the heap: those stored, those that are being gathered, and those
 * that are kept for slow clients. Octets that such clients take, stored or not, have a bound of their own, so that
 * clients which take nothing do not end the storing of answers. Any thread.
 */
public final class MemoryBudget {

    /** The part of what slow clients may keep that is one client's. */
    private static final int CLIENT_PART = 8;

    private final long most;
    private final long mostPinned;
    private final ClientShares clients;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong pinned = new AtomicLong();

    /**
     * @param most octets in all
     * @param mostPinned octets that clients may keep which take them slowly
     */
    MemoryBudget(long most, long mostPinned) {
        this.most = most;
        this.mostPinned = mostPinned;
        this.clients = new ClientShares(mostPinned / CLIENT_PART);
    }

    /** Takes octets; false, and nothing is taken, when they are too many. */
    boolean take(long octets) {
        if (taken.addAndGet(octets) > most) {
            taken.addAndGet(-octets);
            return false;
        }
        return true;
    }

    /** True when octets could be taken just now. */
    boolean mayTake(long octets) {
        return taken.get() + octets <= most;
    }

    /** Takes octets that cannot be left where they are. */
    void takeAnyway(long octets) {
        taken.addAndGet(octets);
    }

    void give(long octets) {
        taken.addAndGet(-octets);
    }

    long taken() {
        return taken.get();
    }

    /**
     * True when a slow client may keep so many octets more. One may always, or an answer could be too large for all.
     */
    boolean mayPin(long octets) {
        long now = pinned.get();
        return now == 0 || now + octets <= mostPinned;
    }

    /** Pins octets where {@link #mayPin} allows it; false, and nothing is pinned, where not. */
    boolean tryPin(long octets) {
        long now = pinned.get();
        while (now == 0 || now + octets <= mostPinned) {
            if (pinned.compareAndSet(now, now + octets)) {
                return true;
            }
            now = pinned.get();
        }
        return false;
    }

    /** A slow client keeps octets that nobody kept before. */
    void pin(long octets) {
        pinned.addAndGet(octets);
    }

    void unpin(long octets) {
        pinned.addAndGet(-octets);
    }

    /** Octets that clients keep which take answers slowly. */
    public long pinned() {
        return pinned.get();
    }

    /** Room for octets, the caller's until {@link OffHeap#release}; null when there is none. */
    public @Nullable OffHeap room(int capacity) {
        return OffHeap.of(this, capacity);
    }

    /**
     * Room for octets that a slow client keeps until {@link #giveKept}; null when the bounds leave none.
     *
     * @param client by {@code ClientNetwork}
     * @param one octets of an answer: so many of its own it may keep, whatever is its share
     */
    public @Nullable OffHeap keep(int capacity, long client, long one) {
        OffHeap room = mayKeep(client, capacity, one) ? OffHeap.pinned(this, capacity) : null;
        if (room != null) {
            clients.keep(client, capacity);
        }
        return room;
    }

    /** The same whatever the bounds say; null when the process has no memory for it. */
    public @Nullable OffHeap keptRoom(int capacity, long client) {
        OffHeap room = OffHeap.anyway(this, capacity);
        if (room != null) {
            room.pin();
            clients.keep(client, capacity);
        }
        return room;
    }

    /** Gives back what {@link #keep} or {@link #keptRoom} gave. */
    public void giveKept(OffHeap room, long client) {
        clients.give(client, room.capacity());
        room.unpin();
        room.release();
    }

    /** A client takes an answer slowly, until {@link #unpin}: it counts as kept for that one. It is retained. */
    public void pin(StoredAnswer answer, long client) {
        answer.body().pin();
        clients.keep(client, answer.body().capacity());
    }

    /** The client of {@link #pin(StoredAnswer, long)} is done. */
    public void unpin(StoredAnswer answer, long client) {
        clients.give(client, answer.body().capacity());
        answer.body().unpin();
    }

    /** Once more than half of what slow clients may keep is taken, one client gets no more than its share. */
    private boolean mayKeep(long client, long octets, long one) {
        return pinned.get() <= mostPinned / 2 || clients.mayKeep(client, octets, one);
    }

    /**
     * True when too much memory is kept by clients that take answers slowly for another one to keep this answer, or too
     * much by this client. An answer that another client keeps already costs nothing more.
     *
     * @param client by {@code ClientNetwork}
     */
    public boolean isCrowded(StoredAnswer answer, long client) {
        OffHeap body = answer.body();
        return !body.isPinned() && !(mayPin(body.capacity()) && mayKeep(client, body.capacity(), 0));
    }

    /** Clients that keep octets by taking answers slowly, trusted peers left out. */
    int slowClients() {
        return clients.clients();
    }
}
