// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.Routes.Route;
import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.entrance.Approach;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.BrokerSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import io.javalin.Javalin;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every address of the server, and what a stranger, a viewer and an operator get there; the list comes from the server
 * itself.
 */
@QuickPasswords
class RolesIT {

    private static final String HTML = "Accept: text/html";
    private static final String OWN = "Sec-Fetch-Site: same-origin";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded";
    private static final String BEARER = "Authorization: Bearer sesame";
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    /** Changes for those who are not signed in. */
    private static final Set<String> OPEN = Set.of("/console/sign-in", "/console/set-up");

    /** Changes that every user may make to the own account. */
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
        accounts = Accounts.in(files.users(), new EventLog().admin());
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
                .filter(route -> !OPEN.contains(route.path()));
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
            for (Route route : routes.stream()
                    .filter(each -> each.role() != null && !role.covers(each.role()))
                    .toList()) {
                Answer answer = send(route, route.method(), token);
                assertThat(answer.status()).as("%s by %s", route, role).isEqualTo(403);
                assertThat(answer.body()).as("%s by %s", route, role).contains("and this needs " + route.role());
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
            for (String[] unknown : new String[][] {{}, {OWN}, {cookie}, {"Authorization: Bearer guess", OWN}}) {
                assertThat(send(route, route.method(), unknown).status())
                        .as("%s with %s", route, List.of(unknown))
                        .isEqualTo(401);
            }
            for (String[] elsewhere : new String[][] {
                {cookie, "Origin: null"},
                {cookie, "Origin: http://127.0.0.1:1"},
                {cookie, "Sec-Fetch-Site: same-site"},
                {cookie, "Sec-Fetch-Site: cross-site", "Origin: " + server.url()}
            }) {
                assertThat(send(route, route.method(), elsewhere).status())
                        .as("%s with %s", route, List.of(elsewhere))
                        .isEqualTo(403);
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

    /** The router follows a field that names another method; the guard looks at the request line. */
    @Test
    void refusesAnotherMethodThanThatOfTheRequestLine() throws Exception {
        accounts.add("ann", Role.ADMIN, "correct horse battery");
        Answer in = browser.send("POST", "/console/sign-in", "name=ann&password=correct+horse+battery", FORM, OWN);
        String before = Files.readString(folder.resolve(".evenkeel/shop.audit.jsonl"));
        List<Route> all = new ArrayList<>(routes);
        all.add(new Route("POST", "/api/v1/agents", null));
        all.add(new Route("GET", "/static/console.js", null));
        for (Route route : all) {
            for (String method : List.of("GET", "HEAD", "OPTIONS", "POST")) {
                Answer answer = send(
                        route,
                        method,
                        "x-http-method-override: " + route.method(),
                        in.cookie(),
                        "Origin: http://evil.example",
                        "Sec-Fetch-Site: cross-site");
                assertThat(answer.status()).as("%s %s", method, route).isEqualTo(400);
            }
        }
        assertThat(control.commands).isEmpty();
        assertThat(control.messages).isEmpty();
        assertThat(Files.readString(folder.resolve(".evenkeel/shop.audit.jsonl")))
                .isEqualTo(before);
    }

    /** The guard does it, not each handler. */
    @Test
    void letsNobodyUnknownToARouteThatNamesARole() throws Exception {
        Guard guard = new Guard(
                "sesame",
                new Approach(true, null),
                AccountServices.inMemory(new EventLog().admin()),
                () -> BrokerSettings.DEFAULTS);
        List<String> reached = new ArrayList<>();
        Javalin bare = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.routes.beforeMatched(guard::check);
            config.routes.get("/named", context -> reached.add("named"), Role.VIEWER);
            config.routes.get("/free", context -> reached.add("free"));
            config.routes.exception(ApiRefusal.class, (e, context) -> context.status(e.status()));
        });
        try {
            bare.start("127.0.0.1", 0);
            Browser stranger = new Browser(URI.create("http://127.0.0.1:" + bare.port()));
            assertThat(stranger.get("/named").status()).isEqualTo(401);
            assertThat(stranger.get("/free").status()).isEqualTo(200);
        } finally {
            bare.stop();
        }
        assertThat(reached).containsExactly("free");
    }

    @Test
    void refusesMultipartContentWithoutReadingIt() throws IOException {
        for (String path : List.of("/console/sign-in", "/console/set-up", "/console/config/file", "/api/v1/reload")) {
            Answer answer =
                    browser.send("POST", path, "garbage", "Content-Type: multipart/form-data; boundary=x", OWN, BEARER);
            assertThat(answer.status()).as(path).isEqualTo(415);
            assertThat(answer.body()).contains("multipart content is not accepted here");
        }
    }

    /**
     * Every malformed text that strangers send to the open form is answered as their mistake.
     *
     * @param statuses for each of the texts
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded|401 401 401 413",
                "application/x-www-form-urlencoded; charset=none-such|415 415 415 415",
                "application/x-www-form-urlencoded; charset=\"|415 415 415 415",
                "Multipart/Form-Data|415 415 415 415",
                "' multipart/mixed; boundary='|415 415 415 415",
                "text/plain|401 401 401 413",
                "/|401 401 401 413"
            })
    void findsNoDefectInMalformedForms(String type, String statuses) throws IOException {
        StringBuilder answered = new StringBuilder();
        for (String body : List.of("garbage", "name=%zz&password=%", "&&=&=", "name=" + "x".repeat(20_000))) {
            Answer answer = browser.send("POST", "/console/sign-in?next=%zz", body, "Content-Type: " + type, OWN);
            answered.append(answer.status()).append(' ');
        }
        assertThat(answered.toString().strip()).isEqualTo(statuses);
    }

    @Test
    void lendsNoTurnOfAPolicyToPagesOfOtherSites() throws IOException {
        for (String field : List.of(
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "Origin: http://evil.example",
                "Origin: null")) {
            assertThat(browser.get("/api/v1/select?cluster=bank", field).status())
                    .as(field)
                    .isEqualTo(403);
        }
        assertThat(browser.get("/api/v1/select?cluster=bank").status()).isEqualTo(200);
        assertThat(browser.get("/api/v1/select?cluster=bank", "Sec-Fetch-Site: none")
                        .status())
                .as("typed into the browser")
                .isEqualTo(200);
    }

    @Test
    void keepsNothingInCachesAndShowsNothingInFrames() throws Exception {
        String viewer = token(Role.VIEWER);
        List<Route> pages = routes.stream()
                .filter(route -> route.method().equals("GET"))
                .filter(route -> !route.path().equals("/static/{file}"))
                .toList();
        for (Route route : pages) {
            assertThat(send(route, "GET", viewer).head())
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

    /** Other ways to write an address of the console, which must not bypass the sign-in. */
    @ParameterizedTest
    @CsvSource({
        "/console;x=1, 404",
        "/console/;x/audit, 303",
        "/console;/audit, 404",
        "/%63onsole, 404",
        "/%63onsole/audit, 404",
        "/console%2faudit, 404",
        "//console/audit, 404",
        "/console//audit, 303",
        "/./console/audit, 404",
        "/livez/../console/audit, 404",
        "/livez/..;/console/audit, 400",
        "/static/../console/audit, 404",
        "/static/..%2fconsole/audit, 404",
        "/Console/audit, 404",
        "/console/audit/, 303",
        "/console/sign-in/../audit, 303",
        "/console/sign-in;/../audit, 303",
        "/console/audit%00, 400",
        "\\console\\audit, 400"
    })
    void letsNobodyInByASideDoor(String path, int status) throws IOException {
        Answer answer = browser.get(path, HTML);
        assertThat(answer.status()).as(path).isEqualTo(status);
        assertThat(answer.body()).as(path).doesNotContain("Who changed what", "vcn1");
    }
}
