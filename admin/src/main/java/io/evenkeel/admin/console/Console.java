// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import io.evenkeel.admin.account.Desk;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.Refusal;
import io.evenkeel.admin.console.live.LiveHub;
import io.evenkeel.admin.console.view.Readings;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Map;
import java.util.Set;

/** The console on an admin server: its addresses, and what of them is open to those who are not signed in. */
public final class Console implements AutoCloseable {

    /** What browsers may load and do on every page: what this server sends, and nothing inline. */
    public static final String CONTENT_POLICY =
            "default-src 'self'; object-src 'none'; base-uri 'none';" + " form-action 'self'; frame-ancestors 'none'";

    static final String PATH = "/console";
    static final String SIGN_IN = PATH + "/sign-in";
    private static final String SET_UP = PATH + "/set-up";
    private static final Set<String> OPEN = Set.of(SIGN_IN, SET_UP);
    private static final int AUDIT_ROWS = 500;

    private final Desk desk;
    private final Pages pages;
    private final Assets assets = new Assets();
    private final LiveHub hub;
    private final ClusterPages clusters;
    private final DecisionPages decisions;
    private final ConfigPages config;
    private final SignInPages doors;
    private final LogPages logs;
    private final DocsPages docs;

    public Console(Control control, Desk desk) {
        Readings readings = new Readings(control);
        this.desk = desk;
        this.pages = new Pages(control, assets);
        this.hub = new LiveHub(readings, desk.sessions());
        this.clusters = new ClusterPages(control, desk, pages, readings, hub);
        this.decisions = new DecisionPages(control, pages);
        this.config = new ConfigPages(control, desk, pages);
        this.doors = new SignInPages(desk, pages);
        this.logs = new LogPages(control, pages);
        this.docs = new DocsPages(control, pages);
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(PATH, clusters::overview, Role.VIEWER);
        routes.get(PATH + "/cluster", clusters::cluster, Role.VIEWER);
        routes.get(PATH + "/node", clusters::node, Role.VIEWER);
        routes.post(PATH + "/node", clusters::change, Role.OPERATOR);
        routes.get(PATH + "/decisions", decisions::show, Role.VIEWER);
        routes.get(PATH + "/config", config::overview, Role.VIEWER);
        routes.get(PATH + "/config/file", config::file, Role.VIEWER);
        routes.post(PATH + "/config/file", config::change, Role.ADMIN);
        routes.get(PATH + "/config/version", config::version, Role.ADMIN);
        routes.get(PATH + "/audit", this::audit, Role.VIEWER);
        routes.sse(PATH + "/live", clusters::live, Role.VIEWER);
        routes.get(SIGN_IN, doors::show);
        routes.post(SIGN_IN, doors::signIn);
        routes.post(PATH + "/sign-out", doors::signOut, Role.VIEWER);
        routes.get(SET_UP, doors::showSetUp);
        routes.post(SET_UP, doors::setUp);
        logs.route(routes);
        docs.route(routes);
        routes.get(Assets.PATH + "{file}", assets::answer);
    }

    /** Whether an address belongs to the console. */
    public static boolean claims(String path) {
        return path.equals(PATH) || path.startsWith(PATH + "/") || path.startsWith(Assets.PATH);
    }

    /** Whether an address is for those who are not signed in, too. */
    public static boolean isOpen(String path) {
        return OPEN.contains(path) || path.startsWith(Assets.PATH);
    }

    /** Where the key of the set-up link leads. */
    public static String setUpPath(String key) {
        return SET_UP + "?key=" + key;
    }

    /** Answers for a browser that shows no session. */
    public static void sendToSignIn(Context context, boolean changes) {
        if (changes || context.path().equals(PATH + "/live")) {
            throw new Refusal(401, "nobody is signed in here", "Sign in at " + SIGN_IN + ".");
        }
        String query = context.queryString();
        String wanted = context.path() + (query == null ? "" : "?" + query);
        context.redirect(
                context.path().equals(PATH) ? SIGN_IN : SIGN_IN + "?next=" + ClusterPages.quoted(wanted),
                HttpStatus.SEE_OTHER);
        context.skipRemainingHandlers();
    }

    /** Sends browsers from the root to the console; says whether it did. */
    public static boolean welcomes(Context context) {
        String accept = context.header("Accept");
        if (accept == null || !accept.contains("text/html")) {
            return false;
        }
        context.redirect(PATH, HttpStatus.SEE_OTHER);
        return true;
    }

    /** Shows people why a request was not carried out. */
    public void refuse(Context context, Refusal refusal) {
        context.status(refusal.status());
        pages.show(
                context,
                "refusal",
                "Not done",
                "",
                Map.of("reason", String.valueOf(refusal.getMessage()), "remedy", refusal.remedy()));
    }

    private void audit(Context context) {
        String words = context.queryParam("words");
        String wanted = words == null ? "" : words.strip();
        pages.show(
                context,
                "audit",
                "Changes",
                "",
                Map.of(
                        "entries",
                        wanted.isEmpty()
                                ? desk.audit().last(AUDIT_ROWS)
                                : desk.audit().last(Integer.MAX_VALUE).stream()
                                        .filter(entry -> entry.has(wanted))
                                        .limit(AUDIT_ROWS)
                                        .toList(),
                        "words",
                        wanted));
    }

    @Override
    public void close() {
        hub.close();
    }
}
