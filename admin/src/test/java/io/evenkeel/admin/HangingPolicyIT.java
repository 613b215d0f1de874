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
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A data plane whose event loops all hang in a policy does not stop the console, and a stuck console does not stop the
 * data plane.
 */
@QuickPasswords
@Timeout(240)
@Tag("thorough")
class HangingPolicyIT {

    private static final int LOOPS = 2;

    /** The kernel spreads them over the loops at random; the chance that one loop gets none is below one in 2^60. */
    private static final int CLIENTS = 64;

    /** More connections than the admin server takes, and few enough that the kernel keeps the rest for it. */
    private static final int GUESTS = 288;

    private static final int SIGN_INS = 4;
    private static final String HTML = "Accept: text/html";
    private static final String PASSWORD = "correct horse battery";
    private static final String BEARER = "Authorization: Bearer sesame";
    private static final String STUCK = " hangs";

    @TempDir
    Path folder;

    private final ClassLoader usual = Thread.currentThread().getContextClassLoader();
    private final List<Socket> clients = new ArrayList<>();
    private HttpServer node;
    private String text;
    private Path path;
    private Set<Thread> loops;
    private Dispatcher dispatcher;
    private Accounts accounts;
    private AdminServer server;
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        Thread.currentThread().setContextClassLoader(StuckPolicies.above(usual, folder.resolve("policies")));
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        node.start();
        text = """
                engine: {loops: %d}
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                clusters:
                  shop:
                    policy: stuck
                    nodes: [{name: "vcn1", address: "127.0.0.1:%d"}]
                """.formatted(LOOPS, node.getAddress().getPort());
        path = Files.writeString(folder.resolve("shop.yaml"), text);
        Set<Thread> before = loops();
        dispatcher = Dispatcher.start(SettingsFile.open(path));
        loops = loops();
        loops.removeAll(before);
        assertThat(loops).hasSize(LOOPS);
        AdminFiles files = AdminFiles.beside(path);
        accounts = Accounts.in(files.users(), new EventLog().admin());
        server = AdminServer.start(
                new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), dispatcher.control(), files);
        browser = new Browser(server.url());
    }

    @AfterEach
    void stop() throws IOException {
        StuckPolicies.letGo();
        for (Socket client : clients) {
            client.close();
        }
        server.close();
        dispatcher.close();
        node.stop(0);
        Thread.currentThread().setContextClassLoader(usual);
    }

    private static Set<Thread> loops() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("evenkeel-loop-"))
                .collect(Collectors.toSet());
    }

    /** Sends requests until every loop is in the policy, or waits for the loop that is. */
    private void hang() throws Exception {
        StuckPolicies.hold();
        for (int client = 0; client < CLIENTS; client++) {
            clients.add(request());
        }
        while (!loops.stream().allMatch(HangingPolicyIT::isStuck)) {
            Thread.sleep(10);
        }
    }

    private Socket request() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), dispatcher.port("web"));
        socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static boolean isStuck(Thread loop) {
        return Arrays.stream(loop.getStackTrace())
                .anyMatch(frame -> frame.getClassName().endsWith("StuckPolicies$Stuck")
                        || frame.getClassName().endsWith(".node.guard.Gate"));
    }

    private String session(String name) throws Exception {
        accounts.add(name, Role.ADMIN, PASSWORD);
        return browser.post("/console/sign-in", Map.of("name", name, "password", PASSWORD))
                .cookie();
    }

    private String page(String address, String... fields) throws IOException {
        Answer answer = browser.get(address, fields);
        assertThat(answer.status()).as(address + ": " + answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void everythingCanBeSeenWhileEveryLoopHangs() throws Exception {
        String before = session("ann");
        hang();

        assertThat(page("/console/sign-in", HTML)).contains("Sign in");
        String cookie = session("bob");
        for (String address :
                List.of("/console", "/console/cluster?cluster=shop", "/console/node?cluster=shop&node=vcn1")) {
            assertThat(page(address, HTML, before)).as(address).contains("vcn1", "127.0.0.1:");
        }
        for (String address : List.of(
                "/console/decisions?cluster=shop",
                "/console/dispatcher",
                "/console/config",
                "/console/config/file",
                "/console/logs",
                "/console/docs",
                "/console/users",
                "/console/audit")) {
            page(address, HTML, cookie);
        }
        assertThat(page("/api/v1/clusters")).contains("\"name\":\"vcn1\"");
        assertThat(page("/api/v1/dispatcher")).contains("\"state\":\"running\"");
        assertThat(page("/metrics")).contains("vcn1");
        assertThat(page("/readyz?verbose")).contains("cluster/shop ok: 1 of 1 up");
        try (LiveReader tab = new LiveReader(server.url(), "/console/live?view=overview", cookie)) {
            assertThat(tab.until("event: cells")).contains("shop");
            // the next one is told once the tab's readings have found the cluster stuck for a second
            String events = page("/console/events", HTML, cookie);
            while (!events.contains(STUCK)) {
                tab.until("event: cells");
                events = page("/console/events", HTML, cookie);
            }
            assertThat(events).contains("the policy stuck");
        }
    }

    @Test
    void whatNeedsThePolicyIsRefusedWithTheReasonAndNothingIsChanged() throws Exception {
        String cookie = session("ann");
        hang();

        for (String address : List.of("/api/v1/explain?cluster=shop", "/api/v1/select?cluster=shop")) {
            Answer answer = browser.get(address, BEARER);
            assertThat(answer.status()).as(answer.body()).isEqualTo(503);
            assertThat(answer.body()).contains(STUCK, "restart");
        }
        Answer drained = browser.send("POST", "/api/v1/clusters/shop/nodes/vcn1/drain", "", BEARER);
        assertThat(drained.status()).as(drained.body()).isEqualTo(503);
        Answer shadow = browser.send("POST", "/api/v1/clusters/shop/shadows", "{\"policy\": \"random\"}", BEARER);
        assertThat(shadow.status()).as(shadow.body()).isEqualTo(503);
        assertThat(page("/api/v1/clusters/shop/shadows")).isEqualTo("[]");

        Files.writeString(path, text + "log: {level: warn}\n");
        Answer reload = browser.send("POST", "/api/v1/reload", "", BEARER);
        assertThat(reload.status()).as(reload.body()).isEqualTo(422);
        assertThat(reload.body()).contains("\"applied\":false", STUCK);
        Files.writeString(
                path,
                text.replace("listeners: [", "listeners: [{name: more, address: \"127.0.0.1:0\", cluster: shop}, ")
                        .replace("policy: stuck", "policy: random"));
        Answer listener = browser.send("POST", "/api/v1/reload", "", BEARER);
        assertThat(listener.status()).as(listener.body()).isEqualTo(422);
        assertThat(listener.body()).contains("cannot listen on", "has not answered for");
        Files.writeString(path, text);

        assertThat(page("/api/v1/clusters")).contains("\"state\":\"up\"").contains("\"policy\":\"stuck\"");
        Answer preview = preview(cookie, text.replace("policy: stuck", "policy: random"));
        assertThat(preview.status()).as(preview.body()).isEqualTo(200);
        assertThat(preview.body()).contains("policy: random");
    }

    private Answer preview(String cookie, String edited) throws IOException {
        Matcher stamp = Pattern.compile("name=\"stamp\" value=\"([0-9a-f]{64})\"")
                .matcher(page("/console/config/file", HTML, cookie));
        assertThat(stamp.find()).isTrue();
        return browser.post(
                "/console/config/file",
                Map.of("do", "preview", "text", edited, "stamp", stamp.group(1), "why", "it hangs"),
                cookie);
    }

    @Test
    void itGoesOnWhereItStoodOnceThePolicyComesBack() throws Exception {
        String cookie = session("ann");
        hang();
        Answer drained = browser.send("POST", "/api/v1/clusters/shop/nodes/vcn1/drain", "", BEARER);
        assertThat(drained.status()).as(drained.body()).isEqualTo(503);

        StuckPolicies.letGo();
        for (Socket client : clients) {
            assertThat(firstLine(client)).isEqualTo("HTTP/1.1 200 OK");
        }
        assertThat(browser.send("POST", "/api/v1/clusters/shop/nodes/vcn1/drain", "", BEARER)
                        .status())
                .isEqualTo(200);
        assertThat(page("/console/cluster?cluster=shop", HTML, cookie)).contains("drain");
    }

    /** Tabs that nobody reads, sign-ins and halves of requests: more connections than the console takes. */
    @Test
    void requestsPassWhileTheConsoleHasNoRoomForAnybody() throws Exception {
        String cookie = session("ann");
        List<Socket> guests = new ArrayList<>();
        try {
            for (int guest = 0; guest < GUESTS / 4; guest++) {
                guests.add(ask("GET /console/live?view=overview HTTP/1.1\r\n" + cookie + "\r\n", ""));
                guests.add(signIn("name=ann&password=wrong", guest < SIGN_INS ? 0 : 10));
                guests.add(signIn("name=ann&password=", 10));
                guests.add(ask("GET /console HTTP/1.1\r\nCookie: half", null));
            }
            for (int client = 0; client < CLIENTS; client++) {
                try (Socket socket = request()) {
                    assertThat(firstLine(socket)).isEqualTo("HTTP/1.1 200 OK");
                }
            }
        } finally {
            for (Socket guest : guests) {
                guest.close();
            }
        }
        assertThat(page("/console", HTML, cookie)).contains("vcn1");
    }

    @Test
    void halvesOfRequestsHoldNoThread() throws Exception {
        List<Socket> guests = new ArrayList<>();
        try {
            for (int guest = 0; guest < CLIENTS; guest++) {
                guests.add(signIn("name=ann&password=", 10));
            }
            assertThat(page("/console/sign-in", HTML)).contains("Sign in");
            assertThat(session("ann")).startsWith("Cookie: ");
        } finally {
            for (Socket guest : guests) {
                guest.close();
            }
        }
    }

    private Socket signIn(String form, int missing) throws IOException {
        return ask(
                "POST /console/sign-in HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                        + (form.length() + missing) + "\r\nOrigin: " + server.url() + "\r\n",
                form);
    }

    /** A request whose answer is not read; without a body its head has no end. */
    private Socket ask(String head, @Nullable String body) throws IOException {
        Socket socket = new Socket(server.url().getHost(), server.url().getPort());
        String rest = body == null ? "" : "Host: " + server.url().getAuthority() + "\r\n\r\n" + body;
        socket.getOutputStream().write((head + rest).getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static String firstLine(Socket client) throws IOException {
        client.setSoTimeout(60_000);
        return new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII)).readLine();
    }
}
