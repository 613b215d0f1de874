// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.guard;

import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.lock.LockTimeouts;
import io.evenkeel.dispatcher.log.EventLogger;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A lock for sections of tens of nanoseconds; not reentrant, not fair.
 *
 * <p>An uncontended pass is one compare-and-set and one release store. A thread that finds it held reads until it is
 * free, so that waiters do not take the cache line from the holder, and yields after a while, because the holder may
 * have lost its core.
 *
 * <p>A policy that hangs holds it for good. Then event loops wait, and sleep meanwhile so that others have the cores;
 * every other thread gives up ({@link LockTimeouts}).
 */
public final class Gate {

    private static final int SPINS = 64;
    private static final int YIELDS = 2_000;
    private static final long REST_NS = 50_000;
    private static final long SAID_AFTER_NS = 1_000_000_000;
    private static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(Gate.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String cluster;
    private final Supplier<String> policy;
    private final EventLogger log;
    private volatile int held;

    /** True after a thread gave up on a look, until the next one comes through. */
    private volatile boolean hanging;

    private volatile long hangsSinceNs;
    private volatile boolean said;

    /**
     * The gate of a cluster.
     *
     * @param policy the name of that which is asked inside
     * @param log told when it hangs
     */
    public Gate(String cluster, Supplier<String> policy, EventLogger log) {
        this.log = log;
        this.cluster = cluster;
        this.policy = policy;
    }

    /**
     * Waits until no other thread is inside.
     *
     * @throws LockTimeoutException when the thread is not an event loop and has waited long enough
     */
    public void enter() {
        int spins = 0;
        while (!pass()) {
            if (++spins < SPINS) {
                Thread.onSpinWait();
            } else {
                insist();
                return;
            }
        }
    }

    /** Does what {@link #enter} does, for a caller that can do without the gate; true when it is inside. */
    public boolean mayEnter() {
        if (!pass()) {
            if (LockTimeouts.waitsForever()) {
                enter();
            } else if (!waited(hanging ? 0 : LockTimeouts.MAY_NS)) {
                gaveUp();
                return false;
            }
        }
        if (hanging) {
            free();
        }
        return true;
    }

    /** Lets the next thread in. Of the thread that entered. */
    public void exit() {
        HELD.setRelease(this, 0);
    }

    /** Runs {@code work} with no other thread inside, as after {@link #enter}; not for the path of a task. */
    public <T> T inside(Supplier<T> work) {
        enter();
        try {
            return work.get();
        } finally {
            exit();
        }
    }

    /** Runs {@code work}, which only reads, inside; or outside while the thread inside hangs. */
    public <T> T look(Supplier<T> work) {
        boolean entered = mayEnter();
        try {
            return work.get();
        } finally {
            if (entered) {
                exit();
            }
        }
    }

    /** True when the last look got no pass: a thread that need not enter should not try. */
    public boolean hangs() {
        return hanging;
    }

    /** The exception for a thread that gave up. */
    public LockTimeoutException timeout() {
        return new LockTimeoutException("the policy " + policy.get() + " of cluster " + cluster
                + " hangs, so nothing of this cluster can be changed; a reload with another policy ends that");
    }

    private boolean pass() {
        return held == 0 && HELD.compareAndSet(this, 0, 1);
    }

    private void insist() {
        boolean endless = LockTimeouts.waitsForever();
        if (!waited(endless ? Long.MAX_VALUE : LockTimeouts.MUST_NS)) {
            throw timeout();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // the holder may have lost its core; giving ours up lets it finish
    private boolean waited(long mostNs) {
        long beganNs = System.nanoTime();
        for (int turn = 0; !pass(); turn++) {
            if (System.nanoTime() - beganNs > mostNs) {
                return false;
            }
            if (turn < YIELDS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(REST_NS);
            }
        }
        return true;
    }

    private void gaveUp() {
        long nowNs = System.nanoTime();
        if (!hanging) {
            hangsSinceNs = nowNs;
            hanging = true;
        } else if (!said && nowNs - hangsSinceNs > SAID_AFTER_NS) {
            said = true;
            log.error(cluster + ": the policy " + policy.get() + " hangs;"
                    + " tasks of this cluster wait, and its figures are read without it,"
                    + " until a reload brings another policy");
        }
    }

    private void free() {
        hanging = false;
        if (said) {
            said = false;
            log.info(cluster + ": the policy " + policy.get() + " no longer hangs");
        }
    }
}
