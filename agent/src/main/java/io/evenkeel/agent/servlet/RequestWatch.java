// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.request.Probes;
import io.evenkeel.wire.LoadReport;
import org.jspecify.annotations.Nullable;

/**
 * The agent's work on each request of one application. Nothing here throws, waits or locks; no garbage except with the
 * header.
 *
 * <p>A client is known by its session, else by the address a proxy has told of it, else by its own. Such fields can be
 * false; then only the mean think time is wrong.
 *
 * @param <Q> the namespace's request
 * @param <S> the namespace's response
 */
public final class RequestWatch<Q, S> {

    private static final int LEAST_FAILURE = 500;

    /** Reports that are carried from the beginning of a request, once an answer could take none at its end. */
    private static final int EARLY_AFTER_MISS = 16;

    private final ServletCalls<Q, S> calls;
    private final LoadReports reports;
    private final Probes probes;

    /**
     * Reports that requests are given when they begin and not when they end. An application whose answers are larger
     * than the server's buffer can take none at the end, and each try there costs the time to the next request.
     */
    private volatile int early;

    RequestWatch(ServletCalls<Q, S> calls, LoadReports reports, Probes probes) {
        this.calls = calls;
        this.reports = reports;
        this.probes = probes;
    }

    /** The number of the client that sent a request; 0: unknown. */
    public int client(Q request) {
        try {
            String name = calls.sessionId(request);
            if (name == null) {
                name = calls.field(request, "X-Forwarded-For");
            }
            return Probes.client(name == null ? calls.address(request) : name);
        } catch (Throwable failure) {
            swallow(failure);
            return 0;
        }
    }

    /** A request has come. The number that is returned is for the methods below. */
    public long begin(int client, S response) {
        long transaction = probes.start(client);
        if (early > 0) {
            carry(response, true);
        }
        return transaction;
    }

    /** The processor time of this thread, see {@link Probes#processorMark}. */
    public long processorMark(long transaction) {
        return probes.processorMark(transaction);
    }

    /** The thread has done its work on a request, whether the answer is complete or goes on without it. */
    public void worked(long processorMark) {
        probes.worked(processorMark);
    }

    /** A request was served by this thread alone and the application is done with it. */
    public void end(long transaction, int client, S response, boolean thrown) {
        carry(response, true);
        done(transaction, client, response, thrown);
    }

    /** A request goes on in other threads; its answer belongs to them from now on and must not be touched. */
    public void handOver(S response) {
        carry(response, false);
    }

    /** A request has ended, and its answer can take nothing any more. */
    public void done(long transaction, int client, @Nullable S response, boolean thrown) {
        boolean failed = thrown;
        try {
            failed |= response != null && calls.status(response) >= LEAST_FAILURE;
        } catch (Throwable failure) {
            swallow(failure);
        }
        probes.stop(transaction, client, failed);
    }

    /** Says what has gone wrong, once for each kind. */
    public static void swallow(Throwable failure) {
        try {
            AgentLog.sayOnce("failed during a request, which was served without it (" + AgentLog.told(failure) + ")");
        } catch (Throwable another) {
            // There is nothing left that could be done without harm.
        }
    }

    private void carry(S response, boolean ours) {
        try {
            long nowNs = System.nanoTime();
            String report = reports.due(nowNs);
            if (report == null) {
                return;
            }
            if (!ours) {
                early = Math.max(1, early);
            } else if (calls.committed(response)) {
                early = EARLY_AFTER_MISS;
            } else if (reports.take(report)) {
                early = Math.max(0, early - 1);
                calls.field(response, LoadReport.HEADER, RunningRequests.into(report, probes.inFlight()));
            }
        } catch (Throwable failure) {
            swallow(failure);
        }
    }
}
