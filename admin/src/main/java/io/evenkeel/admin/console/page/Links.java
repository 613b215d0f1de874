// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import io.evenkeel.admin.console.view.NodeFigures;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Addresses of pages, for the templates; any name may stand in them. */
public final class Links {

    /** The first page of the console. */
    public static final String CONSOLE = "/console";

    public static final String SIGN_IN = CONSOLE + "/sign-in";
    public static final String SET_UP = CONSOLE + "/set-up";

    /** The accounts, for administrators. */
    public static final String USERS = CONSOLE + "/users";

    /** The API tokens, for administrators. */
    public static final String TOKENS = CONSOLE + "/tokens";

    /** The account of the signed-in user. */
    public static final String ACCOUNT = CONSOLE + "/account";

    /** The configuration in force, with the ways to change it. */
    public static final String CONFIG = CONSOLE + "/config";

    /** The stream of figures that a page shows. */
    public static final String LIVE = CONSOLE + "/live";

    /** The page of the costs of a cluster's classes of requests. */
    public static final String COSTS = CONSOLE + "/costs";

    /** The alerts, their rules and silences. */
    public static final String ALERTS = CONSOLE + "/alerts";

    /** The cache of the dispatcher. */
    public static final String CACHE = CONSOLE + "/cache";

    /** The form of the memory of the cache. */
    public static final String CACHE_FORM = CONFIG + "/cache";

    /** The events of the last hours. */
    public static final String EVENTS = CONSOLE + "/events";

    /** The news of the page of decisions; the page itself asks for them, so they keep no session alive. */
    public static final String WATCH = CONSOLE + "/decisions/watch";

    /** Memory and threads of the process. */
    public static final String PROCESS = CONSOLE + "/dispatcher/process";

    /** The page of the dispatcher as a whole. */
    public static final String DISPATCHER = CONSOLE + "/dispatcher";

    /** One recorded choice. */
    public static final String CHOICE = CONSOLE + "/decisions/choice";

    /** The part of the manual that says what is counted of classes of the queue. */
    public static final String OVERLOAD_GUIDE = CONSOLE + "/docs?page=docs/guides/overload.md#see-it-work";

    /** The part of the manual that says what is counted of sessions. */
    public static final String SESSIONS_GUIDE = CONSOLE + "/docs?page=docs/guides/sessions.md#see-the-sessions";

    /** The health line alone, for the title of a tab that nobody looks at; it keeps no session alive. */
    public static final String HEALTH = CONSOLE + "/health";

    /** The controls of a demo; only there. */
    public static final String DEMO = CONSOLE + "/demo";

    private Links() {}

    /** A name as part of a query. */
    public static String quoted(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    public static String cluster(String name) {
        return Links.CONSOLE + "/cluster?cluster=" + quoted(name);
    }

    /** The page of the costs of a cluster's classes of requests. */
    public static String costs(String cluster) {
        return COSTS + "?cluster=" + quoted(cluster);
    }

    /** The last choices of a cluster. */
    public static String decisions(String cluster) {
        return Links.CONSOLE + "/decisions?cluster=" + quoted(cluster);
    }

    /** The choices that fell on a node. */
    public static String decisions(String cluster, String node) {
        return decisions(cluster) + "&node=" + quoted(node) + "#choices";
    }

    /**
     * One recorded choice.
     *
     * @param query the cluster, and the other policy that it is compared with
     */
    public static String choice(String query, long atMs, String node) {
        return CHOICE + "?" + query + "&at=" + atMs + "&node=" + quoted(node);
    }

    /** The newest events. */
    public static String events(int most) {
        return EVENTS + "?most=" + most;
    }

    /** The last choices that a shadow would have made otherwise. */
    public static String differences(String cluster, String policy) {
        return decisions(cluster) + "&shadow=" + quoted(policy) + "#choices";
    }

    /** One account, for administrators. */
    public static String user(String name) {
        return USERS + "/user?name=" + quoted(name);
    }

    /** The end of a log file. */
    public static String log(String key, String words, boolean follow) {
        return Links.CONSOLE + "/logs/view?file=" + quoted(key) + "&words=" + quoted(words)
                + (follow ? "&follow=yes" : "");
    }

    /** A whole log file. */
    public static String download(String key) {
        return Links.CONSOLE + "/logs/download?file=" + quoted(key);
    }

    public static String node(NodeFigures node) {
        return node(node.cluster(), node.view().name());
    }

    public static String node(String cluster, String node) {
        return Links.CONSOLE + "/node?cluster=" + quoted(cluster) + "&node=" + quoted(node);
    }

    /** The form of a cluster's settings. */
    public static String clusterForm(String cluster) {
        return Links.CONSOLE + "/config/cluster?cluster=" + quoted(cluster);
    }

    public static String clusterRemoval(String cluster) {
        return Links.CONSOLE + "/config/cluster/delete?cluster=" + quoted(cluster);
    }

    /** The form of a node; of a new one when it has no name. */
    public static String nodeForm(String cluster, String node) {
        return Links.CONSOLE + "/config/node?cluster=" + quoted(cluster)
                + (node.isEmpty() ? "" : "&node=" + quoted(node));
    }

    public static String nodeRemoval(String cluster, String node) {
        return Links.CONSOLE + "/config/node/delete?cluster=" + quoted(cluster) + "&node=" + quoted(node);
    }

    /** The form of a listener's settings, with its routes. */
    public static String listenerForm(String listener) {
        return CONFIG + "/listener?listener=" + quoted(listener);
    }

    public static String listenerRemoval(String listener) {
        return CONFIG + "/listener/delete?listener=" + quoted(listener);
    }

    /** The form of a new route. */
    public static String newRoute(String listener) {
        return CONFIG + "/route?listener=" + quoted(listener);
    }

    /**
     * The form of a route.
     *
     * @param number its place in the list, from 1
     */
    public static String routeForm(String listener, int number) {
        return newRoute(listener) + "&route=" + number;
    }

    public static String routeRemoval(String listener, int number) {
        return CONFIG + "/route/delete?listener=" + quoted(listener) + "&route=" + number;
    }

    /** The page of the difference that moving a route to another place of the list makes. */
    public static String routeMove(String listener, int number, int place) {
        return CONFIG + "/route/move?listener=" + quoted(listener) + "&route=" + number + "&place=" + place;
    }

    /** A text of the configuration that was replaced, beside the file as it is. */
    public static String version(String id) {
        return Links.CONSOLE + "/config/version?id=" + quoted(id);
    }
}
