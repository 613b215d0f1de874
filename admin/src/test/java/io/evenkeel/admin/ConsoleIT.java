// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuickPasswords
class ConsoleIT {

    private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
    private static final String HTML = "Accept: text/html";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded";
    private static final String OWN = "Sec-Fetch-Site: same-origin";
    private static final String PASSWORD = "correct horse battery";
    private static final String NODE = "/console/node?cluster=shop&node=vcn1";

    private final ScriptedControl control = new ScriptedControl();

    @TempDir
    Path folder;

    private AdminFiles files;
    private Accounts accounts;
    private AdminServer server;
    private Browser browser;

    @BeforeEach
    void start() throws IOException {
        files = AdminFiles.beside(folder.resolve("shop.yaml"));
        accounts = Accounts.in(files.users(), new EventLog().admin());
        server = AdminServer.start(new AdminSettings(ANY_PORT, "sesame"), control, files);
        browser = new Browser(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private Answer post(String path, Map<String, String> fields, String... more) throws IOException {
        String[] all = new String[more.length + 2];
        System.arraycopy(more, 0, all, 2, more.length);
        all[0] = FORM;
        all[1] = HTML;
        return browser.send("POST", path, form(fields), all);
    }

    private Answer signIn(String name, String password, String... more) throws IOException {
        return post("/console/sign-in", Map.of("name", name, "password", password), more);
    }

    private static String cookie(Answer answer) {
        Matcher matcher =
                Pattern.compile("Set-Cookie: (evenkeel-\\d+=[0-9a-f]+);").matcher(answer.head());
        assertThat(matcher.find()).as(answer.head()).isTrue();
        return "Cookie: " + matcher.group(1);
    }

    private String session(String name, Role role) throws IOException, AccountException {
        accounts.add(name, role, PASSWORD);
        return cookie(signIn(name, PASSWORD));
    }

    private Answer drain(String... fields) throws IOException {
        return post(
                "/console/node",
                Map.of("cluster", "shop", "node", "vcn1", "do", "drain", "reason", "new kernel"),
                fields);
    }

    @Test
    void sendsBrowsersToTheConsoleAndEverybodyElseText() throws IOException {
        assertThat(browser.get("/", HTML).head()).contains("303", "Location: /console");
        assertThat(browser.get("/").body()).contains("/api/v1/clusters");
        Answer asked = browser.get(NODE, HTML);
        assertThat(asked.status()).isEqualTo(303);
        assertThat(asked.head()).contains("Location: /console/sign-in?next=%2Fconsole%2Fnode");
    }

    @Test
    void signsInAndOut() throws Exception {
        accounts.add("ann", Role.VIEWER, PASSWORD);
        Answer in = signIn("ann", PASSWORD);
        assertThat(in.status()).isEqualTo(303);
        assertThat(in.head()).contains("HttpOnly", "SameSite=Strict", "Path=/").doesNotContain("Secure");
        String cookie = cookie(in);
        Answer page = browser.get("/console", HTML, cookie);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("Overview", "ann <small>viewer</small>", "vcn1");
        assertThat(post("/console/sign-out", Map.of(), cookie, OWN).status()).isEqualTo(303);
        assertThat(browser.get("/console", HTML, cookie).status())
                .as("the cookie after sign-out")
                .isEqualTo(303);
    }

    @Test
    void makesANewSessionWhateverCookieTheBrowserShows() throws Exception {
        String planted = "evenkeel-" + server.url().getPort() + "=" + "a".repeat(64);
        accounts.add("ann", Role.ADMIN, PASSWORD);
        Answer in = signIn("ann", PASSWORD, "Cookie: " + planted);
        assertThat(cookie(in)).doesNotContain(planted);
        assertThat(browser.get("/console", HTML, "Cookie: " + planted).status()).isEqualTo(303);
        String first = cookie(in);
        Answer again = signIn("ann", PASSWORD, first);
        assertThat(cookie(again)).isNotEqualTo(first);
        assertThat(browser.get("/console", HTML, first).status())
                .as("the session before")
                .isEqualTo(303);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/",
                "//evil.example",
                "/\\evil.example",
                "javascript:alert(1)",
                "/console\\@evil",
                "/console@evil.example",
                "/console\r\nSet-Cookie: a=b",
                "/consolex",
                "/console/../x y"
            })
    void leadsNowhereElseAfterSignIn(String next) throws Exception {
        accounts.add("ann", Role.ADMIN, PASSWORD);
        Answer in = post("/console/sign-in", Map.of("name", "ann", "password", PASSWORD, "next", next));
        assertThat(in.head()).contains("Location: /console\r\n");
    }

    @Test
    void looksAtFiveWrongPasswordsOfANameOnly() throws Exception {
        accounts.add("ann", Role.ADMIN, PASSWORD);
        for (int attempt = 0; attempt < 5; attempt++) {
            Answer wrong = signIn("ann", "wrong " + attempt);
            assertThat(wrong.status()).isEqualTo(401);
            assertThat(wrong.body()).contains("Name or password is wrong.");
        }
        Answer right = signIn("ann", PASSWORD);
        assertThat(right.status()).as("the right one, too late").isEqualTo(429);
        assertThat(right.head()).contains("Retry-After: 30").doesNotContain("Set-Cookie");
    }

    @Test
    void endsSessionsWhenPasswordOrRoleChangeByTheCommandLine() throws Exception {
        String cookie = session("ann", Role.VIEWER);
        Accounts other = Accounts.in(files.users(), new EventLog().admin());
        other.changeRole("ann", Role.ADMIN);
        assertThat(browser.get("/console", HTML, cookie).status()).isEqualTo(303);
        String next = cookie(signIn("ann", PASSWORD));
        other.changePassword("ann", "another long password");
        assertThat(browser.get("/console", HTML, next).status()).isEqualTo(303);
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site: cross-site, 403",
        "Sec-Fetch-Site: same-site, 403",
        "Sec-Fetch-Site: none, 401",
        "Origin: http://evil.example, 403",
        "X-Nothing: said, 401"
    })
    void changesNothingForOtherSitesAlthoughTheCookieCame(String field, int status) throws Exception {
        String cookie = session("ann", Role.ADMIN);
        assertThat(drain(cookie, field).status()).isEqualTo(status);
        assertThat(browser.send("POST", "/api/v1/clusters/shop/nodes/vcn1/drain", "", cookie, field)
                        .status())
                .isEqualTo(status);
        assertThat(control.commands).isEmpty();
    }

    @Test
    void letsViewersLookOnly() throws Exception {
        String cookie = session("vera", Role.VIEWER);
        assertThat(browser.get(NODE, HTML, cookie).body())
                .contains("need the role operator")
                .doesNotContain("\"drain\"");
        Answer refused = drain(cookie, OWN);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).contains("vera is viewer, and this needs operator");
        for (String path : new String[] {"/api/v1/reload", "/api/v1/clusters/shop/nodes/vcn1/drain"}) {
            assertThat(browser.send("POST", path, "", cookie, OWN).status()).isEqualTo(403);
        }
        assertThat(control.commands).isEmpty();
    }

    @Test
    void drainsForOperatorsAndSaysWhoDidItInTheLog() throws Exception {
        String cookie = session("otto", Role.OPERATOR);
        assertThat(drain(cookie, "Origin: " + server.url()).status()).isEqualTo(303);
        assertThat(control.commands).containsExactly("shop/vcn1 DRAIN new kernel");
        assertThat(browser.send("POST", "/api/v1/reload", "", cookie, OWN).status())
                .as("a reload is for admins")
                .isEqualTo(403);
        assertThat(browser.get("/console/audit", HTML, cookie).body())
                .contains("otto", "drain", "shop/vcn1", "new kernel", "127.0.0.1");
        assertThat(browser.get("/console/audit?words=nothing+such", HTML, cookie)
                        .body())
                .contains("No change contains these words")
                .doesNotContain("shop/vcn1");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.audit())))
                .isEqualTo("rw-------");
    }

    @Test
    void makesTheFirstAccountByALinkThatWorksOnce() throws Exception {
        URI link = Objects.requireNonNull(server.setUpLink());
        String path = link.getPath() + "?" + link.getQuery();
        String key = link.getQuery().substring("key=".length());
        assertThat(browser.get(path, HTML).body()).contains("Make the account");
        assertThat(browser.get("/console/set-up?key=" + "0".repeat(48), HTML).status())
                .isEqualTo(403);
        Map<String, String> fields = Map.of("key", key, "name", "root", "password", PASSWORD, "again", PASSWORD);
        Answer weak =
                post("/console/set-up", Map.of("key", key, "name", "root", "password", "short", "again", "short"));
        assertThat(weak.body()).contains("10 to 256 characters");
        Answer made;
        try (QuickPasswords.Off ignored = new QuickPasswords.Off()) {
            made = post("/console/set-up", fields);
        }
        assertThat(made.status()).isEqualTo(303);
        assertThat(browser.get("/console", HTML, cookie(made)).body()).contains("root <small>admin</small>");
        assertThat(post("/console/set-up", fields).status()).isEqualTo(403);
        assertThat(browser.get(path, HTML).status()).isEqualTo(403);
        assertThat(server.setUpLink()).isNull();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.users())))
                .isEqualTo("rw-------");
        assertThat(Files.readString(files.users()))
                .contains("$argon2id$v=19$m=19456,t=2,p=1$")
                .doesNotContain(PASSWORD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console",
                "/console/cluster?cluster=shop",
                "/console/cluster?cluster=shop&sort=cpu&order=up&page=3",
                NODE,
                "/console/audit",
                "/console/config",
                "/console/config/file",
                "/console/node?cluster=shop&node=none",
                "/console/cluster?cluster=%3Cscript%3E",
                "/console/nothing"
            })
    void allowsNothingInlineOnAnyPage(String path) throws Exception {
        String cookie = session("ann", Role.ADMIN);
        for (Answer answer : new Answer[] {
            browser.get(path, HTML, cookie), browser.get("/console/sign-in", HTML), browser.get("/console/set-up", HTML)
        }) {
            assertThat(answer.head())
                    .contains("Content-Security-Policy: default-src 'self'; object-src 'none'")
                    .contains(
                            "frame-ancestors 'none'",
                            "X-Content-Type-Options: nosniff",
                            "Referrer-Policy: no-referrer");
            assertThat(answer.body()).startsWith("<!DOCTYPE html>").doesNotContain("<script>", " style=", " onclick=");
        }
    }

    @Test
    void leadsFromANodeToItsGraphs() throws Exception {
        String page = browser.get(NODE, HTML, session("ann", Role.VIEWER)).body();

        assertThat(page).contains("data-cluster=\"shop\" data-node=\"vcn1\"");
        for (String name : new String[] {"charts.css", "echarts.min.js", "charts.js"}) {
            Matcher link = Pattern.compile("\"(/static/" + Pattern.quote(name) + "\\?v=[0-9a-f]+)\"")
                    .matcher(page);
            assertThat(link.find()).as("a link to %s", name).isTrue();
            Answer file = browser.get(link.group(1), HTML);
            assertThat(file.status()).as(name).isEqualTo(200);
            assertThat(file.body()).as(name).isNotEmpty();
        }
    }

    @Test
    void escapesWhatNodesAndReasonsSay() throws Exception {
        String evil = "\"><img src=x onerror=alert(1)>";
        control.nodeName = evil;
        control.agents.put(evil, ScriptedControl.REPORTING);
        String cookie = session("ann", Role.ADMIN);
        String quoted = URLEncoder.encode(evil, StandardCharsets.UTF_8);
        post("/console/node", Map.of("cluster", "shop", "node", evil, "do", "drain", "reason", evil), cookie, OWN);
        for (String path : new String[] {
            "/console",
            "/console/cluster?cluster=shop",
            "/console/node?cluster=shop&node=" + quoted + "&done=" + quoted,
            "/console/node?cluster=shop&node=" + quoted + "x",
            "/console/audit?words=" + quoted,
            "/console/sign-in?next=" + quoted,
            "/console/set-up?key=" + quoted
        }) {
            assertThat(browser.get(path, HTML, cookie).body()).as(path).doesNotContain("<img src=x");
        }
        assertThat(browser.get("/console", HTML, cookie).body()).contains("&lt;img src=x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"new\u202ekernel", "new\u2066kernel", "new\nkernel", "new\u2028kernel", "new\u001b[2Jkernel"})
    void takesNoReasonThatReadsOtherwiseThanItIs(String reason) throws Exception {
        String cookie = session("otto", Role.OPERATOR);
        Answer refused = post(
                "/console/node",
                Map.of("cluster", "shop", "node", "vcn1", "do", "drain", "reason", reason),
                cookie,
                OWN);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(control.commands).isEmpty();
    }

    @Test
    void letsNoLinkPutWordsIntoAPage() throws Exception {
        String page = browser.get(NODE + "&done=your+account,+now+call+555", HTML, session("ann", Role.VIEWER))
                .body();
        assertThat(page).contains("vcn1").doesNotContain("call 555", "Done:");
    }

    @Test
    void takesApiTokensForWhatTheirRoleAllows() throws Exception {
        String operator = "Authorization: Bearer " + accounts.createToken("ci", Role.OPERATOR, Long.MAX_VALUE);
        String viewer = "Authorization: Bearer " + accounts.createToken("look", Role.VIEWER, Long.MAX_VALUE);
        String expired = "Authorization: Bearer " + accounts.createToken("old", Role.ADMIN, 1);
        String path = "/api/v1/clusters/shop/nodes/vcn1/drain";
        assertThat(browser.send("POST", path, "", viewer).status()).isEqualTo(403);
        assertThat(browser.send("POST", path, "", expired).status()).isEqualTo(401);
        assertThat(browser.send("POST", path, "", operator).status()).isEqualTo(200);
        assertThat(browser.send("POST", "/api/v1/reload", "", operator).status())
                .isEqualTo(403);
        assertThat(Files.readString(files.audit())).contains("\"who\":\"token ci\"");
        assertThat(Files.readString(files.users())).doesNotContain(operator.substring(operator.length() - 20));
        accounts.revokeToken("ci");
        assertThat(browser.send("POST", path, "", operator).status()).isEqualTo(401);
    }

    @Test
    void keepsTheConsoleToLoopbackWithoutTls() throws IOException {
        try (AdminServer open =
                AdminServer.start(new AdminSettings(new HostPort("0.0.0.0", 0), "sesame"), control, null)) {
            Answer refused = new Browser(open.url()).get("/console/sign-in", HTML, "Host: proxy.example");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body()).contains("without TLS");
        }
    }

    @Test
    void keepsStaticFilesForEverUnderAnAddressOfTheirContent() throws IOException {
        Matcher address = Pattern.compile("/static/[a-z.]+\\?v=[0-9a-f]+")
                .matcher(browser.get("/console/sign-in", HTML).body());
        int found = 0;
        while (address.find()) {
            Answer file = browser.get(address.group());
            assertThat(file.status()).isEqualTo(200);
            assertThat(file.head()).contains("immutable");
            found++;
        }
        assertThat(found).isGreaterThanOrEqualTo(4);
        assertThat(browser.get("/static/..%2f..%2fapplication.properties").status())
                .isEqualTo(404);
        assertThat(browser.get("/static/package.json").status()).isEqualTo(404);
    }

    @Test
    void tellsTheHealthLineToASessionOnly() throws Exception {
        assertThat(browser.get("/console/health", HTML).status()).isEqualTo(303);
        control.bankNodesUp = 0;
        Answer line = browser.get("/console/health", session("ann", Role.VIEWER));
        assertThat(line.head()).contains("no-store");
        assertThat(line.body())
                .contains(
                        "\"health/level\":\"outage\"",
                        "\"health/text\":\"bank: all nodes down since 2023-11-14T22:13:20Z; 1 of 2 clusters serves\"");
    }

    @Test
    void sendsLiveTextsToASessionOnly() throws Exception {
        Answer none = browser.get("/console/live?view=overview", "Accept: text/event-stream");
        assertThat(none.status()).isEqualTo(401);
        String cookie = session("ann", Role.VIEWER);
        // the session ends by a changed password while the stream is open, and with it the stream
        try (LiveReader reader = new LiveReader(server.url(), "/console/live?view=overview", cookie)) {
            assertThat(reader.until("event: cells")).contains("all/rate", "\"node/shop/vcn1/cpu\":\"13 %\"");
            accounts.changePassword("ann", "another long password");
            assertThat(reader.until("event: end")).isNotEmpty();
        }
    }
}
