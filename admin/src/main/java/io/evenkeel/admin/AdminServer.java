// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.alert.Alerts;
import io.evenkeel.admin.api.Api;
import io.evenkeel.admin.api.HistoryPages;
import io.evenkeel.admin.api.alert.AlertCalls;
import io.evenkeel.admin.api.cache.CacheCalls;
import io.evenkeel.admin.api.openapi.OpenApi;
import io.evenkeel.admin.console.Console;
import io.evenkeel.admin.console.demo.DemoControls;
import io.evenkeel.admin.entrance.Approach;
import io.evenkeel.admin.entrance.Health;
import io.evenkeel.admin.entrance.OpenPage;
import io.evenkeel.admin.entrance.Reception;
import io.evenkeel.admin.export.HaproxyCsv;
import io.evenkeel.admin.export.Prometheus;
import io.evenkeel.admin.history.History;
import io.evenkeel.admin.push.AgentReports;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.tls.TlsSettings;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.log.EventLogger;
import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.router.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The admin server of a running dispatcher.
 *
 * <p>Start it after the listeners are bound: it takes a large part of a second. Its threads are three groups: a few
 * for the sockets, which never wait ({@code admin-N}), one that looks at health, and workers, who may wait ({@link
 * Reception}).
 */
public final class AdminServer implements AutoCloseable {

    private final Javalin javalin;
    private final Prometheus prometheus;
    private final @Nullable History history;
    private final Alerts alerts;
    private final AdminNotice notice;
    private final String token;
    private final AdminUrls urls;
    private final Console console;
    private final Health health;
    private final AccountServices services;

    private AdminServer(
            Javalin javalin,
            Prometheus prometheus,
            @Nullable History history,
            Alerts alerts,
            AdminNotice notice,
            String token,
            AdminUrls urls,
            Console console,
            Health health,
            AccountServices services) {
        this.javalin = javalin;
        this.prometheus = prometheus;
        this.history = history;
        this.alerts = alerts;
        this.notice = notice;
        this.token = token;
        this.urls = urls;
        this.console = console;
        this.health = health;
        this.services = services;
    }

    /**
     * Binds the address and serves.
     *
     * @param settings with an address
     * @param files places for the history, and for the address and the token that the command line reads; null for
     *     none
     * @throws IOException when the address cannot be had, with a sentence for the user
     */
    public static AdminServer start(AdminSettings settings, Control control, @Nullable AdminFiles files)
            throws IOException {
        return start(settings, control, files, bound(settings), Optional.empty());
    }

    /** The same for a demo, whose console has its controls. */
    public static AdminServer start(AdminSettings settings, Control control, AdminFiles files, DemoControls demo)
            throws IOException {
        return start(settings, control, files, bound(settings), Optional.of(demo));
    }

    private static AdminSocket bound(AdminSettings settings) throws IOException {
        AdminSocket socket = AdminSocket.bind(settings);
        if (socket == null) {
            throw new IllegalArgumentException("the settings have no admin address");
        }
        return socket;
    }

    /**
     * The same on a socket that was bound before.
     *
     * @param socket of the settings' address; it belongs to the server from now on
     */
    public static AdminServer start(
            AdminSettings settings, Control control, @Nullable AdminFiles files, AdminSocket socket)
            throws IOException {
        return start(settings, control, files, socket, Optional.empty());
    }

    private static AdminServer start(
            AdminSettings settings,
            Control control,
            @Nullable AdminFiles files,
            AdminSocket socket,
            Optional<DemoControls> demo)
            throws IOException {
        try (Undo undo = new Undo(control.adminLog())) {
            ServerSocketChannel channel = undo.of(socket.take());
            AdminServer started = start(settings, control, files, channel, undo, demo);
            undo.keep();
            return started;
        }
    }

    private static AdminServer start(
            AdminSettings settings,
            Control control,
            @Nullable AdminFiles files,
            ServerSocketChannel channel,
            Undo undo,
            Optional<DemoControls> demo)
            throws IOException {
        HostPort address = Objects.requireNonNull(settings.address(), "the settings have no admin address");
        boolean loopback =
                ((InetSocketAddress) channel.getLocalAddress()).getAddress().isLoopbackAddress();
        EventLogger log = control.adminLog();
        AdminNotice notice = new AdminNotice(files, log);
        TlsSettings tls = settings.tls();
        Https https = tls == null
                ? null
                : new Https(tls, () -> control.settings().admin().tls(), notice::leaveCertificate, log);
        String token = settings.token() == null ? AdminNotice.newToken() : settings.token();
        AccountServices services = files == null
                ? AccountServices.inMemory(log)
                : AccountServices.over(files.users(), files.lastUse(), files.audit(), log);
        History history = history(settings, control, files);
        undo.of(() -> close(history));
        Alerts alerts = undo.of(Alerts.start(control, history, files == null ? null : files.alerts()));
        Prometheus prometheus = undo.of(new Prometheus(control, alerts));
        Console console = undo.of(new Console(control, services, alerts, demo));
        Approach approach = new Approach(loopback, https == null ? null : https::httpsOnlySeconds);
        Guard guard = new Guard(
                token, approach, services, () -> control.settings().admin().broker());
        HealthPages pages = new HealthPages(control);
        Health health = undo.of(new Health(pages.looks(), approach, guard::isAdminToken, guard::isProof, log));
        List<OpenPage> open = new ArrayList<>(List.of(health, new AgentReports(control.agents(), log)));
        if (approach.isPrivate()) {
            open.add(console.files());
        }
        Reception reception =
                new Reception(approach, open, Console::streams, Awaited.handler(AdminTransport.LONGEST_BODY));
        OpenApi document = new OpenApi(control);
        Javalin javalin = AdminTransport.create(reception, channel, https, routes -> {
            route(routes, control, prometheus, guard, pages, console, services);
            HistoryPages.route(routes, control, history);
            AlertCalls.route(routes, alerts, services.audit());
            CacheCalls.route(routes, control, services.audit());
            document.route(routes);
        });
        AdminTransport.start(javalin, address);
        undo.of(javalin::stop);
        AdminUrls urls = AdminUrls.of(address.host(), javalin.port(), tls == null ? null : tls.identity());
        AdminServer started =
                new AdminServer(javalin, prometheus, history, alerts, notice, token, urls, console, health, services);
        document.of(started.addresses());
        notice.leaveAddress(urls, settings.token() == null ? token : null);
        if (tls != null) {
            notice.leaveCertificate(tls.identity());
        }
        return started;
    }

    /** The address for programs on this machine, with the port the system gave. */
    public URI url() {
        return urls.here();
    }

    /**
     * The same for people, perhaps on another machine: with TLS under a name that its certificate is for, if there is
     * one.
     */
    public URI publicUrl() {
        return urls.open();
    }

    /**
     * A link that makes the first account of the console, once; there is one at a time. Null when there is an account,
     * or when the accounts cannot be read.
     */
    public @Nullable URI setUpLink() {
        String key = services.setupLink().make();
        return key == null ? null : urls.open().resolve(Console.setUpPath(key));
    }

    /** The token that changes need. */
    public String token() {
        return token;
    }

    /** All addresses, each with its method and the roles that it names, to be checked as a whole. */
    List<Endpoint> addresses() {
        return javalin.unsafe.internalRouter.allHttpHandlers().stream()
                .map(each -> each.endpoint)
                .toList();
    }

    /** Stops serving at once and removes what was left for the command line. */
    @Override
    public void close() {
        notice.remove();
        console.close();
        javalin.stop();
        health.close();
        services.lastUse().write();
        alerts.close();
        prometheus.close();
        close(history);
    }

    private static @Nullable History history(AdminSettings settings, Control control, @Nullable AdminFiles files) {
        if (!settings.history().enabled()) {
            return null;
        }
        String path = settings.history().path();
        long most = settings.history().mostBytes();
        if (path != null) {
            return History.start(Path.of(path), control, most);
        }
        return files == null ? null : History.start(files.history(), control, most);
    }

    private static void close(@Nullable History history) {
        if (history != null) {
            history.close();
        }
    }

    private static void route(
            RoutesConfig routes,
            Control control,
            Prometheus prometheus,
            Guard guard,
            HealthPages health,
            Console console,
            AccountServices services) {
        routes.before(guard::admit);
        routes.beforeMatched(guard::check);
        routes.get("/", RootPage::answer);
        routes.get(HealthPages.LIVE, health::live);
        routes.get(HealthPages.READY, health::ready);
        routes.get("/metrics", prometheus::scrape);
        // HAProxy's own address for it; Jetty leaves the parameter in the path that Javalin matches
        HaproxyCsv csv = new HaproxyCsv(control);
        routes.get("/stats;csv", csv::answer);
        routes.get("/stats;csv;norefresh", csv::answer);
        Api.route(routes, control, services.audit());
        console.route(routes);
        Failures.route(routes, console, control.adminLog());
    }
}
