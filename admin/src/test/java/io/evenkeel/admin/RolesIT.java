// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.Routes.Route;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.AgentReports;
import io.evenkeel.dispatcher.settings.AdminSettings;
import io.evenkeel.dispatcher.settings.address.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every address of the server, and what a stranger, a viewer and an operator get there; the list comes from the server itself. */
class RolesIT {

    private static final String HTML = "Accept: text/html";
    private static final String OWN = "Sec-Fetch-Site: same-origin";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded";
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    /** Changes for those who are not signed in. */
    private static final Set<String> OPEN = Set.of("/console/sign-in", "/console/set-up");

    /** Changes that everybody may make, each to what is their own. */
    private static final Set<String> OWN_AFFAIRS =
            Set.of("/console/sign-out", "/console/account/password", "/console/account/sign-out");

    private final ScriptedControl control = new ScriptedControl();

    @TempDir
    Path folder;

    private Accounts accounts;
    private AdminServer server;
    private Browser browser;
    private List<Route> routes;

    @BeforeEach
    void start() throws IOException {
        AdminFiles files = AdminFiles.beside(folder.resolve("shop.yaml"));
        accounts = Accounts.in(files.users());
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), control, files);
        browser = new Browser(server.url());
        routes = Routes.of(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Stream<Route> changes() {
        return routes.stream()
                .filter(route -> !SAFE.contains(route.method()))
                .filter(route -> !OPEN.contains(route.path()))
                // reports of agents have tokens and seals of their own
                .filter(route -> !AgentReports.claims(route.method(), route.path()));
    }

    private Answer send(Route route, String method, String... more) throws IOException {
        String path = route.path().replaceAll("\\{[a-z]+}", "shop");
        String[] fields = Stream.concat(Stream.of(HTML, FORM), Stream.of(more)).toArray(String[]::new);
        return browser.send(
                method, path, SAFE.contains(method) ? "" : "cluster=shop&node=vcn1&do=drain&state=drain", fields);
    }

    private String token(Role role) throws Exception {
        return "Authorization: Bearer " + accounts.createToken(role.toString(), role, Long.MAX_VALUE);
    }

    @Test
    void everyChangeNamesItsRole() {
        assertThat(changes().filter(route -> route.role() == null)).isEmpty();
        assertThat(changes().filter(route -> route.role() == Role.VIEWER).map(Route::path))
                .as("changes that viewers may make")
                .isSubsetOf(OWN_AFFAIRS);
        assertThat(changes()).hasSizeGreaterThan(5);
    }

    @Test
    void everyPageOfTheConsoleNamesItsRole() {
        assertThat(routes.stream()
                        .filter(route -> route.path().startsWith("/console") && route.role() == null)
                        .map(Route::path))
                .isSubsetOf(OPEN);
    }

    @Test
    void refusesWhoeverHasNotTheRole() throws Exception {
        for (Role role : Role.values()) {
            String token = token(role);
            for (Route route : routes) {
                Role needed = route.role();
                if (needed != null && !role.covers(needed)) {
                    Answer answer = send(route, route.method(), token);
                    assertThat(answer.status()).as("%s by %s", route, role).isEqualTo(403);
                    assertThat(answer.body()).as("%s by %s", route, role).contains("and this needs " + needed);
                }
            }
        }
        assertThat(control.commands).isEmpty();
    }

    @Test
    void changesNothingForStrangersAndOtherSites() throws Exception {
        accounts.add("ann", Role.ADMIN, "correct horse battery");
        Answer in = browser.send("POST", "/console/sign-in", "name=ann&password=correct+horse+battery", FORM, OWN);
        String cookie = "Cookie: " + in.head().replaceFirst("(?s).*Set-Cookie: ([^;]+);.*", "$1");
        for (Route route : changes().toList()) {
            for (String[] fields : new String[][] {
                {},
                {OWN},
                {cookie},
                {cookie, "Origin: null"},
                {cookie, "Origin: http://127.0.0.1:1"},
                {cookie, "Sec-Fetch-Site: same-site"},
                {cookie, "Sec-Fetch-Site: cross-site", "Origin: " + server.url()},
                {"Authorization: Bearer guess", OWN}
            }) {
                assertThat(send(route, route.method(), fields).status())
                        .as("%s with %s", route, List.of(fields))
                        .isIn(401, 403);
            }
        }
        assertThat(control.commands).isEmpty();
    }

    @Test
    void changesNothingByGet() throws Exception {
        String admin = token(Role.ADMIN);
        for (Route route : changes().toList()) {
            for (String method : SAFE) {
                send(route, method, admin);
                browser.send(
                        method,
                        route.path().replaceAll("\\{[a-z]+}", "shop") + "?cluster=shop&node=vcn1&do=drain&state=drain",
                        "",
                        HTML,
                        admin);
            }
        }
        assertThat(control.commands).isEmpty();
    }

    @Test
    void keepsNothingInCachesAndShowsNothingInFrames() throws Exception {
        String viewer = token(Role.VIEWER);
        for (Route route : routes) {
            if (route.method().equals("GET") && !route.path().equals("/static/{file}")) {
                Answer answer = send(route, "GET", viewer);
                assertThat(answer.head())
                        .as(route.path())
                        .contains(
                                "Cache-Control: no-store",
                                "X-Content-Type-Options: nosniff",
                                "X-Frame-Options: DENY",
                                "Referrer-Policy: no-referrer",
                                "Cross-Origin-Opener-Policy: same-origin",
                                "Cross-Origin-Resource-Policy: same-origin",
                                "frame-ancestors 'none'");
            }
        }
    }

    /** Other ways to write an address of the console, which must not lead round the sign-in. */
    @Test
    void letsNobodyInByASideDoor() throws IOException {
        for (String path : new String[] {
            "/console;x=1",
            "/console/;x/audit",
            "/console;/audit",
            "/%63onsole",
            "/%63onsole/audit",
            "/console%2faudit",
            "//console/audit",
            "/console//audit",
            "/./console/audit",
            "/livez/../console/audit",
            "/livez/..;/console/audit",
            "/static/../console/audit",
            "/static/..%2fconsole/audit",
            "/Console/audit",
            "/console/audit/",
            "/console/sign-in/../audit",
            "/console/sign-in;/../audit",
            "/console/audit%00",
            "\\console\\audit"
        }) {
            Answer answer = browser.get(path, HTML);
            assertThat(answer.status()).as(path).isIn(303, 400, 401, 404);
            assertThat(answer.body()).as(path).doesNotContain("Who changed what", "vcn1");
        }
    }
}
