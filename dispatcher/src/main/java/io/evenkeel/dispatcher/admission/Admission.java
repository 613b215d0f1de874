// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission;

import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.log.Spacing;
import java.net.InetAddress;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the client connections of one listener over all loops, exactly.
 *
 * <p>A full listener accepts nothing more, so clients wait in the kernel's queue until a connection ends, as with
 * HAProxy's {@code maxconn}. When one address has its share, its further connections are closed at once: if they
 * waited, they would keep the others out. IPv6 addresses count by /64, which is what one customer has. Costs an atomic
 * step and a look into a table for each connection, nothing for each request. Threads: any.
 */
public final class Admission {

    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);

    private final String listener;
    private final EventLogger log;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<Long, Guest> guests = new ConcurrentHashMap<>();
    private final Guest exempt = new Guest(this, null);
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isSomebodyWaiting = new AtomicBoolean();
    private final LongAdder full = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final Spacing fullLines = new Spacing(QUIET_NS);
    private final Spacing refusedLines = new Spacing(QUIET_NS);
    private volatile AdmissionLimits limits;

    /** @param listener its name, for the event log */
    public Admission(String listener, AdmissionLimits limits, EventLogger log) {
        this.log = log;
        this.listener = listener;
        this.limits = limits;
    }

    /** A listener that takes every client. */
    public static Admission unlimited(EventLogger log) {
        return new Admission("", AdmissionLimits.NONE, log);
    }

    /** Puts other limits in force; connections that are open stay, even if they are too many now. */
    public void limits(AdmissionLimits next) {
        limits = next;
        goOn();
    }

    /** The limits and what they have done so far. */
    public AdmissionCounts counts() {
        AdmissionLimits now = limits;
        return new AdmissionCounts(now.connections(), now.perAddress(), full.sum(), refused.sum());
    }

    /** True when the next {@link #take} would fail. */
    public boolean isFull() {
        return open.get() >= limits.connections();
    }

    /** Takes a place for a connection; false when there is none. After success, call {@link #enter}. */
    public boolean take() {
        int most = limits.connections();
        int count = open.get();
        while (count < most) {
            if (open.compareAndSet(count, count + 1)) {
                return true;
            }
            count = open.get();
        }
        return false;
    }

    /**
     * The listener takes no client until the action has run. It runs once, on any thread, soon after there is a place
     * again.
     */
    public void whenFree(Runnable action) {
        // every event loop calls this when it finds the listener full; count that once
        if (isSomebodyWaiting.compareAndSet(false, true)) {
            full.increment();
        }
        if (fullLines.passes(System.nanoTime())) {
            log.warn("listener " + listener + " is full: " + limits.connections()
                    + " client connections are open (limits.connections), others wait until one ends");
        }
        waiting.add(action);
        if (!isFull()) {
            goOn();
        }
    }

    /**
     * Lets in a connection that has a place.
     *
     * @param address of the client; null when it is not known
     * @return the guest to tell when the connection is gone; null when its address has its share, and then the
     *     place is given back
     */
    public @Nullable Guest enter(@Nullable InetAddress address) {
        AdmissionLimits now = limits;
        if (address == null
                || now.perAddress() >= now.connections()
                || now.exempt().test(address)) {
            return exempt;
        }
        Long key = ClientNetwork.of(address);
        while (true) {
            Guest guest = guests.computeIfAbsent(key, absent -> new Guest(this, absent));
            switch (guest.enter(now.perAddress())) {
                case IN -> {
                    return guest;
                }
                case SHARE_TAKEN -> {
                    refuse(address, now);
                    return null;
                }
                case GONE -> guests.remove(key, guest);
            }
        }
    }

    private void refuse(InetAddress address, AdmissionLimits now) {
        refused.increment();
        leave();
        if (refusedLines.passes(System.nanoTime())) {
            log.warn("listener " + listener + " closes connections from " + address.getHostAddress()
                    + ": "
                    + now.perAddress() + " are open from there (limits.connections-per-address), " + refused.sum()
                    + " closed by now");
        }
    }

    private void leave() {
        open.decrementAndGet();
        goOn();
    }

    private void goOn() {
        if (isFull()) {
            return;
        }
        if (isSomebodyWaiting.get()) {
            isSomebodyWaiting.set(false);
        }
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
            next.run();
        }
    }

    private void forget(Guest guest) {
        if (guest.key != null) {
            guests.remove(guest.key, guest);
        }
    }

    /** Addresses that have a connection and are counted. */
    int addresses() {
        return guests.size();
    }

    /** All connections from one address, so that a connection keeps nothing but a reference. */
    public static final class Guest {

        private enum Entry {
            IN,
            SHARE_TAKEN,
            GONE
        }

        private final Admission admission;
        private final @Nullable Long key;
        private int open;
        private boolean gone;

        private Guest(Admission admission, @Nullable Long key) {
            this.admission = admission;
            this.key = key;
        }

        private synchronized Entry enter(int most) {
            if (gone) {
                return Entry.GONE;
            }
            if (open >= most) {
                return Entry.SHARE_TAKEN;
            }
            open++;
            return Entry.IN;
        }

        /** A connection that was let in is gone; to be called once for each. */
        public void leave() {
            if (key != null && isLast()) {
                admission.forget(this);
            }
            admission.leave();
        }

        private synchronized boolean isLast() {
            gone = --open == 0;
            return gone;
        }
    }
}
