// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.affinity.store.StoreView;
import java.util.function.ToLongFunction;

/** A count of a store of sessions: its key, heading and help. */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
public enum StoreTile {
    ASKED("asked", "Asked", "Questions for the node of a session that this dispatcher did not know", StoreView::asked),
    FOUND("found", "Found", "Questions that the store answered with a node, in time or not", StoreView::found),
    LATE(
            "late",
            "Answers late",
            "Requests that went on before the store's answer; when this grows, make its timeout longer",
            StoreView::late),
    WRITTEN(
            "written",
            "Entries written",
            "Sessions that were written; one that moves is written again",
            StoreView::written),
    SKIPPED(
            "skipped",
            "Not made",
            "Calls that were not made, because the store was away or 1,024 were open",
            StoreView::skipped),
    FAILED("failed", "Failed", "Calls without an answer, or with an error", StoreView::failed);

    private final String key;
    private final String heading;
    private final String help;
    private final ToLongFunction<StoreView> count;

    StoreTile(String key, String heading, String help, ToLongFunction<StoreView> count) {
        this.key = key;
        this.heading = heading;
        this.help = help;
        this.count = count;
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

    String text(StoreView store) {
        return FigureTexts.number((double) count.applyAsLong(store));
    }

    /** The store's state in words: {@code connected}, or {@code away for 4 min}. */
    static String state(StoreView store) {
        return store.away() ? "away for " + FigureTexts.span(store.awayMs()) : "connected";
    }
}
