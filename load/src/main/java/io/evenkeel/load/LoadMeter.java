// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import io.evenkeel.load.LoadSummary.AnswerTimes;
import io.evenkeel.load.LoadSummary.Curves;
import io.evenkeel.load.LoadSummary.NodeAnswers;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Counts and times of a load. Any thread may write and read; the lock is taken by the few threads of a load and is
 * rarely contended.
 */
public final class LoadMeter {

    /** Requests later than this count as late. */
    static final long LATE_NS = 1_000_000;

    private static final double US_PER_MS = 1000;

    private Tally all = new Tally();
    private Histogram fromSentUs = new Histogram(3);
    private long late;
    private long worstLateNs;
    private long waited;
    private long bodyBytes;
    private long before;
    private final Map<String, Tally> nodes = new TreeMap<>();
    private final Map<FailureKind, Long> kinds = new EnumMap<>(FailureKind.class);
    private final Map<FailureKind, String> reasons = new EnumMap<>(FailureKind.class);
    private final Map<SessionEnd, Long> sessions = new EnumMap<>(SessionEnd.class);
    private Histogram sessionUs = new Histogram(3);
    private long sessionRequests;
    private long turnedAway;

    /** Counts a request. The times of failures without an answer are in no curve. */
    public synchronized void count(FinishedRequest request) {
        long latencyUs = Math.max(0, request.endNs() - request.dueNs()) / 1000;
        boolean failed = request.failure() != null;
        boolean answered = request.status() != 0;
        all.count(latencyUs, failed, answered);
        String node = request.node();
        if (node != null) {
            nodes.computeIfAbsent(node, name -> new Tally()).count(latencyUs, failed, answered);
        }
        if (answered) {
            fromSentUs.recordValue(Math.max(0, request.endNs() - request.sentNs()) / 1000);
            bodyBytes += request.bodyBytes();
        }
        FailureKind failure = request.failure();
        if (failure != null) {
            kinds.merge(failure, 1L, Long::sum);
            String why = request.why();
            if (why != null) {
                reasons.putIfAbsent(failure, why);
            }
        }
        if (request.waited()) {
            waited++;
        } else {
            long lateNs = request.sentNs() - request.dueNs();
            worstLateNs = Math.max(worstLateNs, lateNs);
            late += lateNs > LATE_NS ? 1 : 0;
        }
    }

    /** Counts a session. Its time and its requests are kept when it was completed. */
    public synchronized void count(FinishedSession session) {
        sessions.merge(session.end(), 1L, Long::sum);
        if (session.end() == SessionEnd.COMPLETED) {
            sessionUs.recordValue(Math.max(0, session.endNs() - session.fromNs()) / 1000);
            sessionRequests += session.requests();
        } else if (session.end() == SessionEnd.ABORTED && session.requests() == 1) {
            turnedAway++;
        }
    }

    /** Requests of all periods. */
    public synchronized long total() {
        return before + all.requests;
    }

    /** Ends a period of counting and begins the next. */
    public synchronized LoadSummary next() {
        LoadSummary report = report();
        before += all.requests;
        all = new Tally();
        fromSentUs = new Histogram(3);
        late = 0;
        worstLateNs = 0;
        waited = 0;
        bodyBytes = 0;
        nodes.clear();
        kinds.clear();
        reasons.clear();
        sessions.clear();
        sessionUs = new Histogram(3);
        sessionRequests = 0;
        turnedAway = 0;
        return report;
    }

    public synchronized LoadSummary report() {
        Map<String, NodeAnswers> figures = new TreeMap<>();
        nodes.forEach((name, tally) ->
                figures.put(name, new NodeAnswers(tally.requests, tally.failures, latencies(tally.latencyUs))));
        Curves curves = new Curves(all.latencyUs.copy(), fromSentUs.copy(), late, worstLateNs, waited, bodyBytes);
        return new LoadSummary(
                all.requests,
                all.failures,
                Map.copyOf(kinds),
                Map.copyOf(reasons),
                latencies(all.latencyUs),
                figures,
                curves,
                userSessions());
    }

    private UserSessions userSessions() {
        long completed = sessions(SessionEnd.COMPLETED);
        return new UserSessions(
                completed,
                sessions(SessionEnd.ABORTED),
                turnedAway,
                sessions(SessionEnd.BROKEN),
                sessions(SessionEnd.UNFINISHED),
                completed == 0 ? 0 : (double) sessionRequests / completed,
                sessionUs.copy());
    }

    private long sessions(SessionEnd end) {
        return sessions.getOrDefault(end, 0L);
    }

    /** The figures of a curve of microseconds. */
    public static AnswerTimes latencies(Histogram latencyUs) {
        if (latencyUs.getTotalCount() == 0) {
            return new AnswerTimes(0, 0, 0, 0);
        }
        return new AnswerTimes(
                latencyUs.getMean() / US_PER_MS,
                latencyUs.getValueAtPercentile(50) / US_PER_MS,
                latencyUs.getValueAtPercentile(99) / US_PER_MS,
                latencyUs.getMaxValue() / US_PER_MS);
    }

    private static final class Tally {

        private final Histogram latencyUs = new Histogram(3);
        private long requests;
        private long failures;

        void count(long latencyUs, boolean failed, boolean answered) {
            requests++;
            if (failed) {
                failures++;
            }
            if (answered) {
                this.latencyUs.recordValue(latencyUs);
            }
        }
    }
}
