// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.affinity.store.StoreView;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a cluster at one moment.
 *
 * @param mode the affinity's mode as the configuration has it
 * @param total the application's sessions at all members
 * @param nodes the same for each member, by name
 * @param routes the news of the route of each member, by name
 * @param kept requests that the node of their session answered
 * @param moved requests that another node answered than the one of their session
 * @param broken sessions that were lost: a node answered that did not know the session, and set another one
 * @param marks requests by the judgement on their mark, in the words of the metrics; empty without affinity
 * @param store the store in which sessions are shared with other dispatchers; null when they are not
 */
public record SessionsView(
        String mode,
        SessionFigures total,
        Map<String, SessionFigures> nodes,
        Map<String, RouteNews> routes,
        long kept,
        long moved,
        long broken,
        Map<String, Long> marks,
        @Nullable StoreView store) {

    /** A cluster where nothing is known of sessions. */
    public static final SessionsView NONE =
            new SessionsView("none", SessionFigures.NONE, Map.of(), Map.of(), 0, 0, 0, Map.of(), null);

    /**
     * The word that a node's server appends to its sessions, as agents tell and answers show it.
     *
     * @param told by its agent; empty when it has told none
     * @param fault the reason for which its sessions cannot be led to it, in words behind its name; empty without one
     */
    public record RouteNews(String told, String fault) {

        /** A node of which nothing is known, and with which nothing is wrong. */
        public static final RouteNews NONE = new RouteNews("", "");
    }

    public SessionsView {
        routes = Collections.unmodifiableMap(new LinkedHashMap<>(routes));
        nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
        marks = Collections.unmodifiableMap(new LinkedHashMap<>(marks));
    }

    /** The news of a member's route; {@link RouteNews#NONE} when there is no such member. */
    public RouteNews route(String name) {
        RouteNews news = routes.get(name);
        return news == null ? RouteNews.NONE : news;
    }

    /** The sessions at a member; none when there is no such member. */
    public SessionFigures node(String name) {
        SessionFigures figures = nodes.get(name);
        return figures == null ? SessionFigures.NONE : figures;
    }
}
