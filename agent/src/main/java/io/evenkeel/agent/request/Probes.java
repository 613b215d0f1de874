// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The probes that code which serves requests calls, after the Application Response Measurement of the fifth paper
 * (§2.1).
 *
 * <p>{@code arm_init} and {@code arm_end} are {@link #open} and {@link #close}, {@code arm_start}, {@code arm_update}
 * and {@code arm_stop} bear their names here. A transaction is one request; {@link #start} returns its number, which
 * the caller keeps and hands on. There are no classes of transactions ({@code arm_getid}), as in the paper's own
 * prototype.
 *
 * <pre>{@code
 * Probes probes = Probes.open();                       // once for an application
 * int client = Probes.client(sessionId);
 * long request = probes.start(client);
 * boolean failed = true;
 * try {
 *     answer();
 *     failed = false;
 * } finally {
 *     probes.stop(request, client, failed);            // exactly once, by any thread
 * }
 * probes.close();                                      // when the application ends
 * }</pre>
 *
 * <p>Safe for all threads; no lock, no garbage, about 0.2 µs for start and stop together. The figures of all
 * applications of a JVM are added up.
 */
public final class Probes implements AutoCloseable {

    /** Half of the processors: so few requests hardly wait for each other. */
    private static final int QUIET = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private static final int FLAG_BITS = 2;
    private static final int QUIET_FLAG = 1;
    private static final int WATCHED_FLAG = 2;
    private static final long FLAGS = QUIET_FLAG | WATCHED_FLAG;
    private static final int ONE_WATCHED_OF = 16;

    private final Ledger ledger;
    private final ThinkTimes thinkTimes;
    private final LongSupplier nanoClock;
    private final @Nullable ThreadMXBean threads;

    /**
     * The requests that this application has in flight, so that they can be taken back when the application ends before
     * them.
     */
    private final AtomicInteger own = new AtomicInteger();

    private volatile boolean watching;

    Probes(Ledger ledger, LongSupplier nanoClock) {
        this.ledger = ledger;
        this.thinkTimes = new ThinkTimes(ledger);
        this.nanoClock = nanoClock;
        this.threads = processorClock();
        this.watching = threads != null;
        ledger.sources(1);
    }

    /** Begins to count for an application; it adds to the figures of the JVM. */
    public static Probes open() {
        return new Probes(SharedLedger.ledger(), System::nanoTime);
    }

    /** The number of a client, from its session id or address; 0 for null: unknown. */
    public static int client(@Nullable String name) {
        return name == null ? 0 : name.hashCode();
    }

    /**
     * A request begins. After {@link #close} it is not counted.
     *
     * @param client the client that sent it, see {@link #client(String)}; 0: unknown
     * @return the number of the transaction
     */
    public long start(int client) {
        long nowNs = nanoClock.getAsLong();
        if (own.incrementAndGet() <= 0) {
            return nowNs << FLAG_BITS;
        }
        int inFlight = ledger.inFlight(1);
        long before = ledger.add(Ledger.ARRIVALS, 1);
        int pauseMs = thinkTimes.returned(client, millis(nowNs));
        if (pauseMs >= 0) {
            ledger.add(Ledger.PAUSES, 1);
            ledger.add(Ledger.PAUSE_MS, pauseMs);
        }
        long flags = (inFlight <= QUIET ? QUIET_FLAG : 0) | (before % ONE_WATCHED_OF == 0 ? WATCHED_FLAG : 0);
        return (nowNs << FLAG_BITS) | flags;
    }

    /**
     * A request has waited: for a worker, a lock, a connection. Its service time is its response time without that. May
     * be told any number of times between start and stop.
     */
    public void update(long transaction, long waitedNs) {
        if (waitedNs > 0) {
            ledger.add(Ledger.WAITED_NS, waitedNs);
            if ((transaction & QUIET_FLAG) != 0) {
                ledger.add(Ledger.QUIET_NS, -waitedNs);
            }
        }
    }

    /** A request ends. To be called once for each start, by any thread. */
    public void stop(long transaction, int client, boolean failed) {
        if (!takeOwn()) {
            return;
        }
        long nowNs = nanoClock.getAsLong();
        long elapsedNs = Math.max(0, ((nowNs << FLAG_BITS) - (transaction & ~FLAGS)) >> FLAG_BITS);
        ledger.add(Ledger.COMPLETIONS, 1);
        ledger.add(Ledger.RESPONSE_NS, elapsedNs);
        ledger.longest(elapsedNs);
        if (failed) {
            ledger.add(Ledger.ERRORS, 1);
        }
        if ((transaction & QUIET_FLAG) != 0) {
            ledger.add(Ledger.QUIET, 1);
            ledger.add(Ledger.QUIET_NS, elapsedNs);
            ledger.count(Latencies.bucket(elapsedNs));
        }
        thinkTimes.answered(client, millis(nowNs));
        ledger.inFlight(-1);
    }

    /**
     * The processor time of this thread, for one request in {@value #ONE_WATCHED_OF}; -1 for the others and where the
     * JVM cannot tell. To be handed to {@link #worked} by the same thread.
     */
    public long processorMark(long transaction) {
        return watching && (transaction & WATCHED_FLAG) != 0 ? processorNs() : -1;
    }

    /** Notes that this thread has worked on one request since a mark. */
    public void worked(long processorMark) {
        if (processorMark < 0) {
            return;
        }
        long nowNs = processorNs();
        if (nowNs >= processorMark) {
            ledger.add(Ledger.WATCHED, 1);
            ledger.add(Ledger.PROCESSOR_NS, nowNs - processorMark);
        }
    }

    /** Requests in flight now in the whole JVM: exact, between start and stop of each. */
    public int inFlight() {
        return ledger.inFlight();
    }

    /** Ends counting for this application; what it has in flight is taken back. */
    @Override
    public void close() {
        int left = own.getAndSet(Integer.MIN_VALUE);
        if (left >= 0) {
            ledger.inFlight(-left);
            ledger.sources(-1);
        }
    }

    /** Takes one of this application's requests off; false when it has ended and they are taken back already. */
    private boolean takeOwn() {
        int before = own.get();
        while (before > 0 && !own.compareAndSet(before, before - 1)) {
            before = own.get();
        }
        return before > 0;
    }

    private long processorNs() {
        try {
            return threads == null ? -1 : threads.getCurrentThreadCpuTime();
        } catch (UnsupportedOperationException e) {
            // A virtual thread has no time of its own; where requests run on such, none will have.
            watching = false;
            return -1;
        }
    }

    private static @Nullable ThreadMXBean processorClock() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() ? threads : null;
    }

    private static int millis(long nowNs) {
        return (int) (nowNs / 1_000_000);
    }
}
