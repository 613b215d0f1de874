// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of the configuration over a dispatcher that runs with a file. */
@QuickPasswords
class ConfigPagesIT {

    private static final String HTML = "Accept: text/html";
    private static final String OWN = "Sec-Fetch-Site: same-origin";
    private static final String PASSWORD = "correct horse battery";
    private static final String PAGE = "/console/config";
    private static final String FILE = "/console/config/file";

    @TempDir
    Path folder;

    private HttpServer node;
    private Dispatcher dispatcher;
    private AdminServer server;
    private Accounts accounts;
    private Browser browser;
    private Path path;
    private String text;

    @BeforeEach
    void start() throws Exception {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        node.start();
        text = """
                # <b>our</b> shop
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                clusters:
                  shop:
                    policy: round-robin   # for now
                    nodes: [{name: "vcn1", address: "127.0.0.1:%d"}]
                    agent: {token: s3cret-agent}
                admin: {token: s3cret-admin}
                """.formatted(node.getAddress().getPort());
        path = Files.writeString(folder.resolve("shop.yaml"), text);
        dispatcher = Dispatcher.start(SettingsFile.open(path));
        AdminFiles files = AdminFiles.beside(path);
        accounts = Accounts.in(files.users(), new EventLog().admin());
        server = AdminServer.start(
                new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), dispatcher.control(), files);
        browser = new Browser(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
        dispatcher.close();
        node.stop(0);
    }

    private Answer post(String address, Map<String, String> fields, String... more) throws IOException {
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        String[] all = new String[more.length + 2];
        System.arraycopy(more, 0, all, 2, more.length);
        all[0] = "Content-Type: application/x-www-form-urlencoded";
        all[1] = HTML;
        return browser.send("POST", address, body, all);
    }

    private String session(String name, Role role) throws Exception {
        accounts.add(name, role, PASSWORD);
        Answer in = post("/console/sign-in", Map.of("name", name, "password", PASSWORD));
        Matcher cookie =
                Pattern.compile("Set-Cookie: (evenkeel-\\d+=[0-9a-f]+);").matcher(in.head());
        assertThat(cookie.find()).as(in.head()).isTrue();
        return "Cookie: " + cookie.group(1);
    }

    private Answer send(String what, String edited, String stamp, String... more) throws IOException {
        return post(FILE, Map.of("do", what, "text", edited, "stamp", stamp, "why", "spring sale"), more);
    }

    private static String stamp(Answer page) {
        Matcher stamp =
                Pattern.compile("name=\"stamp\" value=\"([0-9a-f]{64})\"").matcher(page.body());
        assertThat(stamp.find()).as(page.body()).isTrue();
        return stamp.group(1);
    }

    private String stamp(String cookie) throws IOException {
        return stamp(browser.get(FILE, HTML, cookie));
    }

    private String policy() {
        return dispatcher.control().cluster("shop").policy();
    }

    @Test
    void showsWhatIsInForceAndTheFile() throws Exception {
        String cookie = session("ann", Role.ADMIN);

        assertThat(browser.get(PAGE, HTML, cookie).body())
                .contains("Edit the file", "None yet", "# default", "# line 5", "round-robin")
                .doesNotContain("s3cret");
        assertThat(browser.get(FILE, HTML, cookie).body())
                .contains("\n# &lt;b&gt;our&lt;/b&gt; shop\nlisteners: [{", "s3cret-admin}\n</textarea>")
                .doesNotContain("<b>our");
    }

    @Test
    void saysLineAndColumnOfAnErrorAndChangesNothing() throws Exception {
        String cookie = session("ann", Role.ADMIN);
        String wrong = text.replace("round-robin", "rond-robin");
        for (String what : new String[] {"check", "preview", "apply"}) {
            Answer answer = send(what, wrong.replace("\n", "\r\n"), stamp(cookie), cookie, OWN);
            assertThat(answer.body())
                    .as(what)
                    .contains(path + ":5:13", "^^^^^^^^^^ did you mean 'round-robin'?", "data-line=\"5\"")
                    .contains("rond-robin   # for now");
        }
        assertThat(Files.readString(path)).isEqualTo(text);
        assertThat(policy()).isEqualTo("round-robin");
        assertThat(dispatcher.control().dispatcher().configGeneration()).isEqualTo(1);
    }

    @Test
    void appliesWhatWasPreviewedOverAnOpenConnection() throws Exception {
        String cookie = session("ann", Role.ADMIN);
        String edited = text.replace("round-robin", "random");
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), dispatcher.port("web"))) {
            client.setSoTimeout(10_000);
            assertThat(ask(client)).contains("200");
            Answer preview = send("preview", edited.replace("\n", "\r\n"), stamp(cookie), cookie, OWN);
            assertThat(preview.status()).isEqualTo(200);
            assertThat(preview.body())
                    .contains(
                            "data-kind=\"REMOVED\"",
                            "data-kind=\"ADDED\"",
                            "policy: random   # for now",
                            "spring sale",
                            "but the dispatcher forgets:",
                            "cluster shop: what the policy round-robin has learned of the nodes; random begins with none");
            assertThat(send("preview", text + "# a remark\n", stamp(cookie), cookie, OWN)
                            .body())
                    .contains("nothing is forgotten");
            assertThat(Files.readString(path)).isEqualTo(text);

            Answer applied = send("apply", edited.replace("\n", "\r\n"), stamp(preview), cookie, OWN);
            assertThat(applied.status()).as(applied.body()).isEqualTo(303);
            assertThat(ask(client)).as("the same connection afterwards").contains("200");
        }
        assertThat(Files.readString(path)).isEqualTo(edited);
        assertThat(policy()).isEqualTo("random");
        assertThat(browser.get(PAGE + "?done=applied", HTML, cookie).body())
                .contains("Applied.", "spring sale", "/console/config/version?id=000001");
        assertThat(browser.get("/console/audit", HTML, cookie).body()).contains("configuration applied", "spring sale");
    }

    @Test
    void asksForThePasswordBeforeItApplies() throws Exception {
        String cookie = session("ann", Role.ADMIN);
        browser.get(PAGE, HTML, cookie, "User-Agent: somebody else");
        String edited = text.replace("round-robin", "random");

        Answer preview = send("preview", edited, stamp(cookie), cookie, OWN);
        assertThat(preview.status()).as("looking needs none").isEqualTo(200);
        Answer asked = send("apply", edited, stamp(preview), cookie, OWN);

        assertThat(asked.status()).isEqualTo(403);
        assertThat(asked.body()).contains("Your password, please");
        assertThat(Files.readString(path)).isEqualTo(text);
        Map<String, String> again = PageForm.of(asked.body());
        again.put("own-password", PASSWORD);
        assertThat(post(FILE, again, cookie, OWN).status()).isEqualTo(303);
        assertThat(Files.readString(path)).isEqualTo(edited);
    }

    private static String ask(Socket client) throws IOException {
        client.getOutputStream().write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
        String first = reader.readLine();
        String line = first;
        while (line != null && !line.isEmpty()) {
            line = reader.readLine();
        }
        return first;
    }

    @Test
    void rollsBackToAnEarlierText() throws Exception {
        String cookie = session("ann", Role.ADMIN);
        send("apply", text.replace("round-robin", "random"), stamp(cookie), cookie, OWN);

        Answer old = browser.get("/console/config/version?id=000001", HTML, cookie);
        assertThat(old.body()).contains("back to what was before change 1", "policy: round-robin   # for now");
        Answer back = send("apply", text, stamp(old), cookie, OWN);

        assertThat(back.status()).isEqualTo(303);
        assertThat(Files.readString(path)).isEqualTo(text);
        assertThat(policy()).isEqualTo("round-robin");
        assertThat(browser.get("/console/config/version?id=..%2Fshop", HTML, cookie)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void showsTheConflictWhenTheFileChangedMeanwhile() throws Exception {
        String cookie = session("ann", Role.ADMIN);
        String stamp = stamp(cookie);
        Files.writeString(path, text + "# by hand\n");

        Answer answer = send("apply", text.replace("round-robin", "random"), stamp, cookie, OWN);

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body()).contains("The file on disk has changed", "</span># by hand");
        assertThat(Files.readString(path)).isEqualTo(text + "# by hand\n");
        assertThat(send("apply", text.replace("round-robin", "random"), stamp(answer), cookie, OWN)
                        .status())
                .as("knowing it")
                .isEqualTo(303);
    }

    @Test
    void putsTheFileBackWhenTheDispatcherCannotTakeIt() throws Exception {
        String cookie = session("ann", Role.ADMIN);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String edited = text.replace(
                    "listeners: [",
                    "listeners: [{name: b, address: \"127.0.0.1:" + taken.getLocalPort() + "\", cluster: shop}, ");
            Answer answer = send("apply", edited, stamp(cookie), cookie, OWN);

            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.body()).contains("again as it was before", String.valueOf(taken.getLocalPort()));
        }
        assertThat(Files.readString(path)).isEqualTo(text);
        assertThat(browser.get(PAGE, HTML, cookie).body()).contains("None yet").doesNotContain("was refused");
        assertThat(browser.get("/console/audit", HTML, cookie).body()).contains("configuration refused");
    }

    @Test
    void letsOthersLookWithoutSecretsAndChangeNothing() throws Exception {
        String admin = session("ann", Role.ADMIN);
        String stamp = stamp(admin);
        send("apply", text.replace("round-robin", "random"), stamp, admin, OWN);
        for (Role role : new Role[] {Role.VIEWER, Role.OPERATOR}) {
            String cookie = session("some-" + role, role);
            assertThat(browser.get(FILE, HTML, cookie).body())
                    .contains("needs the role admin", "# &lt;b&gt;our&lt;/b&gt; shop", "********")
                    .doesNotContain("s3cret", "<textarea", "name=\"stamp\"");
            assertThat(browser.get(PAGE, HTML, cookie).body())
                    .contains("See the file", "spring sale")
                    .doesNotContain("s3cret", "config/version");
            assertThat(browser.get("/console/config/version?id=000001", HTML, cookie)
                            .status())
                    .isEqualTo(403);
            for (String what : new String[] {"check", "preview", "apply", "edit"}) {
                assertThat(send(what, text, stamp, cookie, OWN).status())
                        .as(what)
                        .isEqualTo(403);
            }
        }
        Files.writeString(path, text + "admin2: 's3cret");
        dispatcher.control().reload();
        String cookie = session("vera", Role.VIEWER);
        assertThat(browser.get(FILE, HTML, cookie).body())
                .contains("The file has errors")
                .doesNotContain("s3cret");
        assertThat(browser.get(PAGE, HTML, cookie).body())
                .contains("was refused", "Administrators see")
                .doesNotContain("s3cret");
        assertThat(browser.get(PAGE, HTML, admin).body()).contains("was refused", path + ":");
    }

    @Test
    void changesNothingForOtherSites() throws Exception {
        String cookie = session("ann", Role.ADMIN);
        String stamp = stamp(cookie);
        String edited = text.replace("round-robin", "random");
        assertThat(send("apply", edited, stamp, cookie, "Sec-Fetch-Site: cross-site")
                        .status())
                .isEqualTo(403);
        assertThat(send("apply", edited, stamp, cookie, "Origin: http://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(send("apply", edited, stamp, cookie).status()).isEqualTo(401);
        assertThat(Files.readString(path)).isEqualTo(text);
    }

    @Test
    void escapesWhatTheFileSays() throws Exception {
        String cookie = session("ann", Role.ADMIN);
        String evil = "</textarea></pre><script>alert(1)</script><img src=x onerror=alert(1)>";
        String edited = "# " + evil + "\n" + text.replace("vcn1", evil).replace("policy: ", "polcy: ");
        for (String what : new String[] {"check", "preview", "apply", "edit"}) {
            assertThat(send(what, edited, stamp(cookie), cookie, OWN).body())
                    .as(what)
                    .contains("&lt;img src=x")
                    .doesNotContain("<img src=x", "<script>");
        }
        String named = "# " + evil + "\n" + text;
        Answer preview = send("preview", named, stamp(cookie), cookie, OWN);
        assertThat(preview.body()).contains("&lt;img src=x").doesNotContain("<img src=x", "<script>", " style=");
        assertThat(send("apply", named, stamp(preview), cookie, OWN).status()).isEqualTo(303);
        for (String address : new String[] {PAGE, FILE, "/console/config/version?id=000001"}) {
            assertThat(browser.get(address, HTML, cookie).body())
                    .as(address)
                    .startsWith("<!DOCTYPE html>")
                    .doesNotContain("<img src=x", "<script>", " style=", " onclick=");
        }
    }

    @Test
    void takesAFileOfAThousandNodes() throws Exception {
        String cookie = session("ann", Role.ADMIN);
        StringBuilder nodes = new StringBuilder("nodes: [");
        for (int i = 0; i < 1000; i++) {
            nodes.append("\n      {name: n").append(i).append(", address: \"127.0.0.1:18080\"},");
        }
        String edited = text.replaceFirst("nodes: \\[", nodes.toString());

        Answer preview = send("preview", edited, stamp(cookie), cookie, OWN);

        assertThat(preview.status()).as(preview.body()).isEqualTo(200);
        assertThat(preview.body()).contains("name: n999");
    }

    @Test
    void saysWhenThereIsNoFile() throws Exception {
        try (Dispatcher demo = Dispatcher.start(SettingsFile.of(text, "demo.yaml"));
                AdminServer other = AdminServer.start(
                        new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), demo.control(), null)) {
            Browser there = new Browser(other.url());
            String token = "Authorization: Bearer sesame";
            assertThat(there.get(PAGE, HTML, token).body())
                    .contains("not started from a file", "In force")
                    .doesNotContain("Edit the file", "s3cret");
            assertThat(there.get(FILE, HTML, token).body()).contains("not started from a file");
            assertThat(there.send("POST", FILE, "do=apply&text=x", HTML, token).status())
                    .isEqualTo(409);
        }
    }
}
