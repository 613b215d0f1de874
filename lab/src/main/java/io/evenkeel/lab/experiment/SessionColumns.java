// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.load.UserSessions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The columns about the users' sessions: the third paper's measure, completed sessions a second and their time, and the
 * sessions that came to another end. Stateless.
 */
public final class SessionColumns {

    /** Completed sessions a second in the measured period. */
    public static final String PER_SECOND = "sessionsPerSecond";

    /** Mean time of a completed session from its first request to its last answer, ms. */
    public static final String MEAN = "sessionMeanMs";

    /** The time that 99 of 100 completed sessions do not exceed, ms. */
    public static final String P99 = "sessionP99Ms";

    /** Sessions that a failed request ended. */
    public static final String ABORTED = "abortedSessions";

    /** Sessions that a server lost. */
    public static final String BROKEN = "brokenSessions";

    private static final List<Figure> ALL = List.of(
            Figure.mean(PER_SECOND, "sessions/s", 1),
            Figure.mean(MEAN, "session ms", 0),
            Figure.mean(P99, "session p99 ms", 0),
            Figure.count(ABORTED, "sessions aborted"),
            Figure.count(BROKEN, "broken"));

    private static final double US_PER_MS = 1000;

    private SessionColumns() {}

    /** An experiment's own columns, and these behind them. */
    public static List<Figure> after(Figure... own) {
        return Stream.concat(Stream.of(own), ALL.stream()).toList();
    }

    /**
     * The figures of a period.
     *
     * @param seconds its length
     */
    public static Map<String, Double> figures(UserSessions sessions, double seconds) {
        Map<String, Double> figures = new LinkedHashMap<>();
        boolean isEmpty = sessions.completed() == 0;
        figures.put(PER_SECOND, sessions.completed() / seconds);
        figures.put(MEAN, isEmpty ? Double.NaN : sessions.timeUs().getMean() / US_PER_MS);
        figures.put(P99, isEmpty ? Double.NaN : sessions.timeUs().getValueAtPercentile(99) / US_PER_MS);
        figures.put(ABORTED, (double) sessions.aborted());
        figures.put(BROKEN, (double) sessions.broken());
        return figures;
    }
}
