// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.settings.AgentOptions;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A user's handle on the agent of this JVM: a web application's, or that of {@code -javaagent}.
 *
 * <p>Safe for every thread. The agent runs as long as a handle is open, in the class loader of one of them; see the
 * package's Javadoc. Nothing here throws or waits for anything but a moment.
 */
public final class Agent implements AutoCloseable {

    private final JvmSharedState shared;
    private final Ownership ownership;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Agent(JvmSharedState shared, Ownership ownership) {
        this.shared = shared;
        this.ownership = ownership;
    }

    /**
     * Opens a handle, and starts the agent or lines up to own it.
     *
     * <p>Within a class loader the settings of the first handle hold.
     */
    public static Agent start(AgentOptions settings) {
        return new Agent(JvmSharedState.ofThisJvm(), Ownership.join(settings));
    }

    /**
     * The newest load report, if an answer is to carry it in the header {@code endpoint-load-metrics}; null while there
     * is none, and while it has been carried already. A new one comes an interval after one that was carried, so there
     * are ten a second at most (the first paper, NMAW-03b).
     *
     * <p>For the path of every request: a few reads and a write, no garbage. Asking keeps the reports coming, every
     * interval.
     *
     * @param nowNs {@link System#nanoTime}
     */
    public @Nullable String dueReport(long nowNs) {
        boolean idle = nowNs - shared.wantedNs().get() > RunningAgent.WANTED_FOR_NS / 2;
        shared.wantedNs().lazySet(nowNs);
        if (idle) {
            LockSupport.unpark(shared.sampler().get());
        }
        String report = shared.report().get();
        return isSame(report, shared.carried().get()) ? null : report;
    }

    /**
     * Takes a report that was due. The caller that gets it lets an answer carry it.
     *
     * @return false when another answer was faster
     */
    public boolean takeReport(String report) {
        String before = shared.carried().get();
        return !isSame(report, before) && shared.carried().compareAndSet(before, report);
    }

    /**
     * The newest sample as a page, freshly taken if its owner can.
     *
     * @param form {@code json}, {@code html} or {@code orca}
     * @return null when no agent owns this JVM at the moment
     */
    public @Nullable String page(String form) {
        UnaryOperator<String> page = shared.page().get();
        return page == null ? null : page.apply(form);
    }

    /** Says to HAProxy's agent-check that this server takes no new work, or does so again. */
    public void draining(boolean draining) {
        shared.draining().set(draining);
    }

    /**
     * Gives the handle back; the agent ends, or moves to another class loader, with the last one of its class loader.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            ownership.leave();
        }
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"
    }) // every report is an object of its own, and two may read the same
    private static boolean isSame(@Nullable String one, @Nullable String other) {
        return one == other;
    }
}
