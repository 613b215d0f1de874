// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.alert.Alerts;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.console.account.AccountPages;
import io.evenkeel.admin.console.account.AuditPages;
import io.evenkeel.admin.console.account.OwnAccountPages;
import io.evenkeel.admin.console.account.SignInPages;
import io.evenkeel.admin.console.account.TokenPages;
import io.evenkeel.admin.console.alert.AlertPages;
import io.evenkeel.admin.console.cache.CachePages;
import io.evenkeel.admin.console.cache.CacheTexts;
import io.evenkeel.admin.console.cluster.ClusterPages;
import io.evenkeel.admin.console.config.ConfigPages;
import io.evenkeel.admin.console.cost.CostPages;
import io.evenkeel.admin.console.cost.Costs;
import io.evenkeel.admin.console.decision.DecisionPages;
import io.evenkeel.admin.console.demo.DemoControls;
import io.evenkeel.admin.console.demo.DemoPages;
import io.evenkeel.admin.console.form.FormPages;
import io.evenkeel.admin.console.live.LiveHub;
import io.evenkeel.admin.console.manual.DocsPages;
import io.evenkeel.admin.console.page.Assets;
import io.evenkeel.admin.console.page.ConfigTurn;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.admin.console.process.LevelPages;
import io.evenkeel.admin.console.process.LogPages;
import io.evenkeel.admin.console.process.ProcessPages;
import io.evenkeel.admin.console.view.Readings;
import io.evenkeel.admin.entrance.StaticFiles;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The console on an admin server: its addresses, and which of them are open without signing in. */
public final class Console implements AutoCloseable {

    private static final Set<String> OPEN = Set.of(Links.SIGN_IN, Links.SET_UP);

    private final Templates pages;
    private final Assets assets = new Assets();
    private final LiveHub hub;
    private final ClusterPages clusters;
    private final CostPages costs;
    private final CachePages cache;
    private final DecisionPages decisions;
    private final ConfigPages config;
    private final FormPages forms;
    private final SignInPages signIn;
    private final OwnAccountPages own;
    private final AccountPages users;
    private final TokenPages tokens;
    private final AuditPages audit;
    private final AlertPages alerts;
    private final LogPages logs;
    private final LevelPages levels;
    private final ProcessPages process;
    private final DocsPages docs;
    private final Optional<DemoPages> demo;

    /** @param demo controls of a demo; empty in a dispatcher of users, which has no such page */
    public Console(Control control, AccountServices services, Alerts alerts, Optional<DemoControls> demo) {
        Readings readings = new Readings(control);
        this.pages = new Templates(control, assets);
        this.hub = new LiveHub(readings, services.sessions(), control.adminLog());
        Costs read = new Costs(control);
        CacheTexts texts = new CacheTexts(control);
        this.clusters = new ClusterPages(control, services, pages, readings, hub, read, texts, demo);
        this.cache = new CachePages(control, texts, services.audit(), pages);
        this.costs = new CostPages(control, read, pages);
        this.decisions = new DecisionPages(control, services, pages);
        ConfigTurn turn = new ConfigTurn();
        this.config = new ConfigPages(control, services, pages, turn);
        this.forms = new FormPages(control, services, pages, turn);
        this.signIn = new SignInPages(services, pages);
        this.own = new OwnAccountPages(services, pages);
        this.users = new AccountPages(services, pages);
        this.tokens = new TokenPages(control, services, pages);
        this.audit = new AuditPages(services.audit(), pages);
        this.alerts = new AlertPages(alerts, services.audit(), pages);
        this.logs = new LogPages(control, services.audit(), pages, readings);
        this.levels = new LevelPages(control, services.audit());
        this.process = new ProcessPages(control, pages);
        this.docs = new DocsPages(control, pages);
        this.demo = demo.map(controls -> new DemoPages(controls, services.audit(), pages));
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        clusters.route(routes);
        costs.route(routes);
        cache.route(routes);
        decisions.route(routes);
        config.route(routes);
        forms.route(routes);
        signIn.route(routes);
        own.route(routes);
        users.route(routes);
        tokens.route(routes);
        audit.route(routes);
        alerts.route(routes);
        logs.route(routes);
        levels.route(routes);
        process.route(routes);
        docs.route(routes);
        demo.ifPresent(buttons -> buttons.route(routes));
        // files that exist have been answered at the entrance
        routes.get(Assets.PATH + "{file}", context -> {
            throw new ApiRefusal(404, "there is no file '" + context.pathParam("file") + "'", "Reload the page.");
        });
    }

    /** The files that every page needs, for everybody. */
    public StaticFiles files() {
        return new StaticFiles(Assets.PATH, assets::file);
    }

    /**
     * Tells whether the answer of an address may be written as it comes to somebody who is signed in, because it has no
     * end or is very long.
     */
    public static boolean streams(String path) {
        return path.equals(Links.LIVE) || path.equals(LogPages.DOWNLOAD);
    }

    /** True when an address belongs to the console. */
    public static boolean claims(String path) {
        return path.equals(Links.CONSOLE) || path.startsWith(Links.CONSOLE + "/") || path.startsWith(Assets.PATH);
    }

    /** The addresses of forms that everybody may send. */
    public static Stream<String> openForms() {
        return OPEN.stream();
    }

    /** True when an address is open without signing in. */
    public static boolean isOpen(String path) {
        return OPEN.contains(path) || path.startsWith(Assets.PATH);
    }

    /** The address that the set-up link leads to, with its key. */
    public static String setUpPath(String key) {
        return Links.SET_UP + "?key=" + key;
    }

    /** Answers for a browser that shows no session. */
    public static void sendToSignIn(Context context, boolean changes) {
        if (changes || context.path().equals(Links.LIVE)) {
            throw new ApiRefusal(401, "nobody is signed in here", "Sign in at " + Links.SIGN_IN + ".");
        }
        String query = context.queryString();
        String wanted = context.path() + (query == null ? "" : "?" + query);
        context.redirect(
                context.path().equals(Links.CONSOLE) ? Links.SIGN_IN : Links.SIGN_IN + "?next=" + Links.quoted(wanted),
                HttpStatus.SEE_OTHER);
        context.skipRemainingHandlers();
    }

    /** Sends browsers from the root to the console; true when it did. */
    public static boolean welcomes(Context context) {
        String accept = context.header("Accept");
        if (accept == null || !accept.contains("text/html")) {
            return false;
        }
        context.redirect(Links.CONSOLE, HttpStatus.SEE_OTHER);
        return true;
    }

    /** Shows people why a request was not carried out. */
    public void refuse(Context context, ApiRefusal refusal) {
        context.status(refusal.status());
        pages.show(
                context,
                "refusal",
                refusal.status() == 404 ? "Not found" : "Refused",
                "",
                Map.of("reason", String.valueOf(refusal.getMessage()), "remedy", refusal.remedy()));
    }

    @Override
    public void close() {
        hub.close();
    }
}
