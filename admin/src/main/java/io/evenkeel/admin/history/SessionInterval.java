// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.dispatcher.affinity.SessionFigures;
import org.jspecify.annotations.Nullable;

/** Sessions that began and were over between two readings, of a cluster or of several. One thread. */
final class SessionInterval {

    private SessionFigures growth = SessionFigures.NONE;

    /** The growth from one reading to the next; null when a count began again, as after a node has left. */
    static @Nullable SessionInterval between(SessionFigures before, SessionFigures now) {
        SessionInterval interval = new SessionInterval();
        interval.growth = new SessionFigures(
                0,
                now.began() - before.began(),
                now.completed() - before.completed(),
                now.requests() - before.requests(),
                now.seconds() - before.seconds());
        boolean beganAgain = interval.growth.began() < 0
                || interval.growth.completed() < 0
                || interval.growth.requests() < 0
                || interval.growth.seconds() < 0;
        return beganAgain ? null : interval;
    }

    /** Adds that of another cluster. */
    void add(SessionInterval other) {
        growth = growth.plus(other.growth);
    }

    /** Writes the figures in the catalog's order: two rates, and the mean times of the sessions that were over. */
    void fill(double[] row, double elapsedS) {
        int at = Catalog.sessionFlow();
        row[at] = growth.began() / elapsedS;
        row[at + 1] = growth.completed() / elapsedS;
        row[at + 2] = growth.meanThinkSeconds();
        row[at + 3] = growth.meanSeconds();
    }
}
