// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.affinity.SessionsView;
import java.util.function.ToLongFunction;

/** A count of what affinity did with the requests of a cluster: its key, heading and help. */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
public enum MarkTile {
    KEPT("kept", "Kept", "Requests that the node of their session answered", SessionsView::kept),
    MOVED("moved", "Moved", "Requests that another node answered than the one of their session", SessionsView::moved),
    NONE("none", "Without a mark", "Requests that said nothing of a node, such as the first of a session"),
    EXPIRED("expired", "Expired", "Marks that were good once"),
    FORGED("forged", "Forged", "Marks with a wrong signature, cut short or too long"),
    DOUBLED("doubled", "Doubled", "Requests with several marks that differ"),
    FOREIGN("foreign", "Foreign", "Marks with a route that no node of the cluster has"),
    UNKNOWN("unknown", "Unknown", "Sessions that are not remembered: too old, or begun at another dispatcher");

    private final String key;
    private final String heading;
    private final String help;
    private final ToLongFunction<SessionsView> count;

    MarkTile(String mark, String heading, String help) {
        this(mark, heading, help, view -> view.marks().getOrDefault(mark, 0L));
    }

    MarkTile(String key, String heading, String help, ToLongFunction<SessionsView> count) {
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

    String text(SessionsView view) {
        return FigureTexts.number((double) count.applyAsLong(view));
    }
}
