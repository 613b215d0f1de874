// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The counters of all requests of a JVM, in one array of a JDK type that class loaders share.
 *
 * <p>It has a line for counts that must be exact at any moment, sixteen stripes of sums, of which a thread always uses
 * the same one, then the histogram of {@link Latencies} and the table of {@link ThinkTimes}. A line is 128 bytes, so
 * that stripes do not share a cache line or its neighbour. About 70 kB.
 *
 * <p>The meaning of a place must never change under a name: another layout needs another name in {@link #NAME}.
 */
final class Ledger {

    /** The name under which the array is shared. */
    static final String NAME = "requests.1";

    /** Requests that came. */
    static final int ARRIVALS = 0;
    /** Requests that ended. */
    static final int COMPLETIONS = 1;
    /** Requests that ended badly. */
    static final int ERRORS = 2;
    /** Nanoseconds from start to end. */
    static final int RESPONSE_NS = 3;
    /** Nanoseconds of it that were told to be waiting. */
    static final int WAITED_NS = 4;
    /** Requests that began while few were in flight, and ended. */
    static final int QUIET = 5;
    /** Nanoseconds of these from start to end, told waiting left out. */
    static final int QUIET_NS = 6;
    /** Requests whose processor time was taken. */
    static final int WATCHED = 7;
    /** Their nanoseconds of processor time. */
    static final int PROCESSOR_NS = 8;
    /** Pauses of clients between an answer and their next request. */
    static final int PAUSES = 9;
    /** Their milliseconds. */
    static final int PAUSE_MS = 10;
    /** The number of sums. */
    static final int SUMS = 11;
    /** The longest request in nanoseconds: a maximum, not a sum. */
    private static final int LONGEST_NS = 11;

    private static final int LINE = 16;
    private static final int STRIPES = 16;

    private static final int IN_FLIGHT = 0;
    private static final int SOURCES = LINE;
    private static final int STRIPES_FROM = 2 * LINE;
    private static final int BUCKETS_FROM = STRIPES_FROM + STRIPES * LINE;
    private static final int CLIENTS_FROM = BUCKETS_FROM + Latencies.BUCKETS;

    /** Length of the array. */
    static final int LENGTH = CLIENTS_FROM + ThinkTimes.CLIENTS;

    private final AtomicLongArray cells;

    /** A ledger over an array of {@link #LENGTH}. */
    Ledger(AtomicLongArray cells) {
        if (cells.length() != LENGTH) {
            throw new IllegalArgumentException("not a ledger of this layout: " + cells.length() + " cells");
        }
        this.cells = cells;
    }

    /** One more, or fewer, who count requests. */
    void sources(int change) {
        cells.getAndAdd(SOURCES, change);
    }

    /** True when an application has ever counted: without one, 0 requests would mean nothing. */
    boolean used() {
        return cells.get(SOURCES) > 0;
    }

    /** Changes the requests in flight and returns how many there are then. */
    int inFlight(int change) {
        return (int) cells.addAndGet(IN_FLIGHT, change);
    }

    /** Requests in flight now. */
    int inFlight() {
        return (int) Math.max(0, cells.get(IN_FLIGHT));
    }

    /** Adds to a sum and returns what this thread's stripe held before. */
    long add(int sum, long amount) {
        return cells.getAndAdd(stripe() + sum, amount);
    }

    /** Takes note of a request's time if it is the longest. */
    void longest(long elapsedNs) {
        int cell = stripe() + LONGEST_NS;
        long known = cells.get(cell);
        while (elapsedNs > known && !cells.compareAndSet(cell, known, elapsedNs)) {
            known = cells.get(cell);
        }
    }

    /** The longest request, nanoseconds. */
    long longest() {
        long longest = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            longest = Math.max(longest, cells.get(STRIPES_FROM + stripe * LINE + LONGEST_NS));
        }
        return longest;
    }

    /** A sum over all stripes. */
    long sum(int sum) {
        long total = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            total += cells.get(STRIPES_FROM + stripe * LINE + sum);
        }
        return total;
    }

    /** Counts one in a bucket of {@link Latencies}. */
    void count(int bucket) {
        cells.getAndIncrement(BUCKETS_FROM + bucket);
    }

    /** The count in a bucket. */
    long counted(int bucket) {
        return cells.get(BUCKETS_FROM + bucket);
    }

    /** An entry of {@link ThinkTimes}. */
    long client(int place) {
        return cells.get(CLIENTS_FROM + place);
    }

    /** Replaces an entry of {@link ThinkTimes} unless another thread was faster. */
    boolean client(int place, long before, long after) {
        return cells.compareAndSet(CLIENTS_FROM + place, before, after);
    }

    /** Threads of a pool have numbers in a row, so they spread evenly. */
    private static int stripe() {
        return STRIPES_FROM + ((int) Thread.currentThread().getId() & (STRIPES - 1)) * LINE;
    }
}
