// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission.handshake;

import com.sun.management.OperatingSystemMXBean;
import io.evenkeel.dispatcher.log.EventLogger;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Full TLS handshakes rationed against the time of processors that all other work leaves; resumed ones, which cost a
 * fraction, pass. After paper 3 and its authors' admission of SSL connections: what a full handshake costs and what
 * else is done are measured, and as many are taken in the next span as fit below the limit.
 *
 * <p>A client may claim to resume a session that there never was. Such a claim passes, is charged afterwards, and once
 * most claims are false they count as what they are. One handshake a second passes in any case, so that the cost stays
 * known and nobody is locked out for ever.
 *
 * <p>Threads: any; a question costs some reads of memory and an atomic step.
 */
public final class HandshakeRation {

    /** The time for which there is one ration. */
    static final long SPAN_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(10);
    private static final double FIRST_COST_NS = 1e6;
    private static final double MEMORY = 32;
    private static final double SPANS_REMEMBERED = 5;

    /** Spans in which one handshake passes, whatever else is done. */
    private static final double SPANS_OF_ONE = 10;

    private static final double MOST_FALSE = 0.5;
    private static final double NS_PER_MS = 1e6;

    private final double limit;
    private final int processors;
    private final LongSupplier usedNs;
    private final String listener;
    private final EventLogger log;
    private final AtomicLong beganNs;
    private final AtomicLong leftNs;
    private final AtomicLong spentNs = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile long lastUsedNs;
    private volatile double otherWork;
    private volatile double costNs = FIRST_COST_NS;
    private volatile double falseShare;
    private volatile boolean rationing;
    private volatile long refusedNs;

    /**
     * A ration that begins now.
     *
     * @param limit share of the processors that other work and full handshakes may have together
     * @param usedNs the time that this process has used of all processors so far
     */
    HandshakeRation(double limit, int processors, LongSupplier usedNs, String listener, EventLogger log, long nowNs) {
        this.limit = limit;
        this.processors = processors;
        this.usedNs = usedNs;
        this.listener = listener;
        this.log = log;
        this.beganNs = new AtomicLong(nowNs);
        this.lastUsedNs = usedNs.getAsLong();
        this.leftNs = new AtomicLong(budget());
    }

    /**
     * The ration of a listener.
     *
     * @param limit as the settings have it; 1 for none
     * @param before the one so far, which is kept when the limit is the same
     * @return null when every handshake is taken
     */
    public static @Nullable HandshakeRation of(
            double limit, @Nullable HandshakeRation before, String listener, EventLogger log) {
        if (limit >= 1) {
            return null;
        }
        if (before != null && before.limit == limit) {
            return before;
        }
        LongSupplier used = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system::getProcessCpuTime
                : () -> 0;
        return new HandshakeRation(
                limit, Runtime.getRuntime().availableProcessors(), used, listener, log, System.nanoTime());
    }

    /**
     * Says whether a handshake may begin.
     *
     * @param claims true when the client says that it resumes a session
     */
    public boolean admits(boolean claims, long nowNs) {
        renew(nowNs);
        if (claims && believed()) {
            return true;
        }
        long cost = (long) costNs;
        long left = leftNs.get();
        while (left > 0) {
            if (leftNs.compareAndSet(left, left - cost)) {
                return true;
            }
            left = leftNs.get();
        }
        refuse(nowNs);
        return false;
    }

    private boolean believed() {
        return falseShare < MOST_FALSE;
    }

    /** A full handshake that was asked for as one has cost so much of a processor. */
    public void took(long tookNs) {
        spentNs.addAndGet(tookNs);
        double cost = costNs;
        costNs = cost + (tookNs - cost) / MEMORY;
    }

    /**
     * A client that has claimed to resume a session has done so, or has not.
     *
     * @param tookNs of a processor
     */
    public void claimed(boolean resumed, long tookNs) {
        if (!resumed) {
            if (believed()) {
                leftNs.addAndGet(-tookNs);
            }
            took(tookNs);
        }
        double share = falseShare;
        falseShare = share + ((resumed ? 0 : 1) - share) / MEMORY;
    }

    private void renew(long nowNs) {
        long began = beganNs.get();
        long elapsedNs = nowNs - began;
        if (elapsedNs < SPAN_NS || !beganNs.compareAndSet(began, nowNs)) {
            return;
        }
        long used = usedNs.getAsLong();
        double other = Math.max(0, used - lastUsedNs - spentNs.getAndSet(0)) / (double) elapsedNs;
        lastUsedNs = used;
        double before = otherWork;
        otherWork = before + Math.min(1, elapsedNs / (SPANS_REMEMBERED * SPAN_NS)) * (other - before);
        long budget = budget();
        leftNs.getAndUpdate(left -> Math.max(-SPAN_NS * processors, Math.min(0, left)) + budget);
        if (rationing && nowNs - refusedNs > QUIET_NS) {
            rationing = false;
            log.info("listener " + listener + " takes every TLS handshake again; " + refused.get()
                    + " were refused so far");
        }
    }

    private long budget() {
        return (long) Math.max(costNs / SPANS_OF_ONE, (limit * processors - otherWork) * SPAN_NS);
    }

    private void refuse(long nowNs) {
        refused.incrementAndGet();
        refusedNs = nowNs;
        if (!rationing) {
            rationing = true;
            log.warn(String.format(
                    Locale.ROOT,
                    "listener %s refuses full TLS handshakes (tls.ration-handshakes): %.1f of %d processors are busy"
                            + " with other work, and a handshake costs %.2f ms",
                    listener,
                    otherWork,
                    processors,
                    costNs / NS_PER_MS));
        }
    }
}
