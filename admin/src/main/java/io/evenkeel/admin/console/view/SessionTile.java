// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.affinity.SessionFigures;
import java.util.function.BiFunction;

/** A figure of the application's sessions at a node or in a cluster: its key, heading and help, and how it is shown. */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
public enum SessionTile {
    ACTIVE(
            "active",
            "Active",
            "Sessions with a request in the last idle time, by their cookie",
            (figures, rates) -> FigureTexts.number((double) figures.active())),
    NEW(
            "new",
            "New / s",
            "Sessions that began, each second",
            (figures, rates) -> FigureTexts.number(rates.sessionsPerSecond())),
    COMPLETED(
            "completed",
            "Completed",
            "Sessions that are over: nobody came for the idle time, or the application ended them",
            (figures, rates) -> FigureTexts.number((double) figures.completed())),
    REQUESTS(
            "requests",
            "Requests each",
            "Mean number of requests of a completed session",
            (figures, rates) -> FigureTexts.number(figures.meanRequests())),
    LENGTH(
            "length",
            "Length",
            "Mean time from the first request of a completed session to its last",
            (figures, rates) -> FigureTexts.seconds(figures.meanSeconds())),
    THINK(
            "think",
            "Think time",
            "Mean time between two requests of a completed session",
            (figures, rates) -> FigureTexts.seconds(figures.meanThinkSeconds()));

    private final String key;
    private final String heading;
    private final String help;
    private final BiFunction<SessionFigures, Rates, String> shown;

    SessionTile(String key, String heading, String help, BiFunction<SessionFigures, Rates, String> shown) {
        this.key = key;
        this.heading = heading;
        this.help = help;
        this.shown = shown;
    }

    public String key() {
        return key;
    }

    public String heading() {
        return heading;
    }

    public String help() {
        return help;
    }

    String text(SessionFigures figures, Rates rates) {
        return shown.apply(figures, rates);
    }
}
