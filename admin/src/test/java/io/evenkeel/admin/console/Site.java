// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.LogSettings;
import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.config.LogSettings.Format;
import io.evenkeel.config.LogSettings.Level;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.affinity.store.StoreView;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.control.ConfigEdit;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.edit.ConfigEditor;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A console that has something on each of its pages, and a browser that is signed in as an administrator. */
final class Site implements AutoCloseable {

    static final String PASSWORD = "correct horse battery";

    private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);

    final ScriptedControl control = new ScriptedControl();
    final Accounts accounts;
    final AdminServer server;
    final Chromium browser;

    /** The text in every place where somebody from outside may write something. */
    final String said;

    /** One that has no account yet. */
    private final AdminServer fresh;

    private Site(Path folder, String said) throws Exception {
        this.said = said;
        control.nodeName = said;
        control.clusterName = said;
        control.policyName = said;
        control.reason = said;
        control.events.add(new EventView(1_700_000_200_000L, "warn", "node", said + "/" + said + " is down: " + said));
        control.events.add(new EventView(1_700_000_100_000L, "info", "reload", "~ cluster " + said));
        control.agents.put(said, ScriptedControl.REPORTING);
        SessionFigures figures = new SessionFigures(12, 40, 28, 280, 8_400);
        control.sessions = new SessionsView(
                "cookie",
                figures,
                Map.of(said, figures),
                Map.of(said, new SessionsView.RouteNews(said, said)),
                250,
                3,
                2,
                Map.of("none", 40L, "home", 253L, "forged", 1L),
                new StoreView(said, 9, 5, 2, 7, 4, 3, true, 4_000));
        long nowMs = System.currentTimeMillis();
        control.certificates = List.of(
                new CertificateView(said, "ec", said, 0, nowMs + 86_400_000),
                new CertificateView(said, "rsa", said, 0, nowMs - 86_400_000));
        control.issues = List.of(new IssueView(List.of(said), true, nowMs, nowMs, 0, 2, nowMs, said));
        control.answered(said, "GET", "/" + said, 3, 12);
        control.listeners = List.of(cached(said));
        control.shadows.start(said, "least-connections");
        control.shadows.compared = 40;
        control.shadows.same = 30;
        control.shadows.failure = said;
        Path events = Files.writeString(folder.resolve("events.log"), "INFO node " + said + " is up\n");
        Path access = Files.writeString(folder.resolve("access.log"), "GET / 200 referer \"" + said + "\"\n");
        control.log = new LogSettings(
                Level.INFO, events.toString(), new AccessLogSettings(Format.COMBINED, access.toString()));
        control.desk = configuration(folder.resolve("shop.yaml"));
        AdminFiles files = AdminFiles.beside(folder.resolve("shop.yaml"));
        accounts = Accounts.in(files.users(), new EventLog().admin());
        accounts.add("ann", Role.ADMIN, PASSWORD);
        server = AdminServer.start(new AdminSettings(ANY_PORT, null), control, files);
        fresh = AdminServer.start(new AdminSettings(ANY_PORT, null), control, null);
        browser = new Chromium(1280, 900, false);
    }

    /** Opens it; every test ends it. */
    static Site open(Path folder, String said) throws Exception {
        Site site = new Site(folder, said);
        site.signIn("ann");
        site.drain();
        return site;
    }

    /** A listener whose one route has a cache. */
    private static ListenerSettings cached(String said) throws SettingsException {
        ListenerSettings plain =
                SettingsFile.of("""
                        listeners: [{name: web, address: "127.0.0.1:9090", cluster: shop}]
                        clusters: {shop: {nodes: ["127.0.0.1:18080"]}}
                        """, "site.yaml").load().listeners().get(0);
        RouteSettings route =
                new RouteSettings(null, "/" + said, said, RuleSettings.NONE.with(RouteCacheSettings.DEFAULTS));
        return new ListenerSettings(
                plain.name(),
                plain.address(),
                plain.protocol(),
                List.of(route),
                plain.timeouts(),
                plain.limits(),
                plain.connections(),
                plain.trusted(),
                plain.acceptProxy(),
                plain.forward(),
                plain.headers(),
                plain.paths());
    }

    private ConfigEditor configuration(Path file) throws IOException {
        String before = """
                # %s
                listeners:
                  - {name: web, address: "127.0.0.1:0", cluster: shop}
                  - name: doors
                    address: "127.0.0.1:0"
                    routes: [{host: "*.example.org", path: /shop, cluster: shop}, {cluster: shop}]
                clusters:
                  shop: {nodes: [{name: vcn1, address: "127.0.0.1:18080"}]}
                """.formatted(said);
        Files.writeString(file, before);
        ConfigEditor editor = new ConfigEditor(SettingsFile.open(file), control::reload, () -> true);
        editor.apply(new ConfigEdit(before + "# and more\n", editor.read().stamp(), "ann", said));
        editor.settle();
        return editor;
    }

    void signIn(String name) throws IOException, InterruptedException {
        browser.go(server.url().resolve("/console/sign-in"));
        browser.type("#name", name);
        browser.type("#password", PASSWORD);
        browser.click("button.main");
        browser.text("h1", "Overview");
    }

    /** So that there is a change with a reason. */
    private void drain() throws IOException, InterruptedException {
        browser.go(at("/console/node?cluster={said}&node={said}"));
        browser.run("document.getElementById('reason').value = arguments[0]; return ''", said);
        browser.click("button[value=drain]");
        browser.text("[role=status]", "Draining: it gets no new requests, and those it has may finish.");
    }

    void add(String name, Role role) throws AccountException, IOException {
        accounts.add(name, role, PASSWORD);
    }

    /** An address of the console; {@code {said}} becomes that text, as part of a query. */
    URI at(String address) {
        return server.url().resolve(filled(address));
    }

    /** The same for somebody who is not signed in. */
    URI outside(String address) {
        return address.equals("/console/set-up")
                ? Objects.requireNonNull(fresh.setUpLink())
                : fresh.url().resolve(filled(address));
    }

    private String filled(String address) {
        return address.replace("{said}", URLEncoder.encode(said, StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws Exception {
        try {
            browser.close();
        } finally {
            fresh.close();
            server.close();
        }
    }
}
