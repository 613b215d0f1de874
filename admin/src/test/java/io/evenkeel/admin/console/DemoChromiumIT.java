// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.console.demo.DemoControls;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The buttons of a demo in Debian's Chromium, and their absence elsewhere. */
@QuickPasswords
@EnabledIf("io.evenkeel.admin.console.Chromium#isThereOrMissed")
@Tag("thorough")
class DemoChromiumIT {

    private static final String PASSWORD = "correct horse battery";
    private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
    private static final String BUTTONS = "return String(document.querySelectorAll('.demo button').length)";

    @TempDir
    Path folder;

    private final ScriptedControl control = new ScriptedControl();
    private final OneBreak demo = new OneBreak();
    private AdminServer server;
    private Chromium browser;

    /** A demo with two servers, of which one at a time can be frozen. */
    private static final class OneBreak implements DemoControls {

        private final List<String> begun = new CopyOnWriteArrayList<>();

        @Override
        public List<String> servers() {
            return List.of("tomcat-1", "tomcat-2");
        }

        @Override
        public List<BreakWay> ways() {
            return List.of(new BreakWay("freeze", "Freeze", "A server that stands still"));
        }

        @Override
        public List<String> now() {
            return List.of(begun.isEmpty() ? "No server is broken." : begun.get(0) + ", 7 s left.");
        }

        @Override
        public void begin(String server, String kind) {
            if (!begun.isEmpty()) {
                throw new ApiRefusal(409, "tomcat-1 is frozen already", "Wait 7 s.");
            }
            begun.add(kind + " of " + server);
        }
    }

    @BeforeEach
    void start() throws Exception {
        AdminFiles files = AdminFiles.beside(folder.resolve("demo.yaml"));
        Accounts accounts = Accounts.in(files.users(), new EventLog().admin());
        accounts.add("ann", Role.ADMIN, PASSWORD);
        accounts.add("olga", Role.OPERATOR, PASSWORD);
        server = AdminServer.start(new AdminSettings(ANY_PORT, null), control, files, demo);
        awaitHistory(files.users().resolveSibling("demo.history"));
        browser = new Chromium(1280, 1000, false);
    }

    /** The overview draws the past of a cluster, which begins in the first second; until then its path answers 404. */
    private static void awaitHistory(Path history) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        File[] kept = null;
        while (kept == null || kept.length == 0) {
            assertThat(System.nanoTime()).as("a history of the cluster in time").isLessThan(endNs);
            LockSupport.parkNanos(1_000_000);
            kept = history.toFile().listFiles((folder, name) -> name.startsWith("cluster-shop-"));
        }
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        server.close();
    }

    private void signIn(URI console, String name) throws Exception {
        browser.go(console.resolve("/console"));
        browser.type("#name", name);
        browser.type("#password", PASSWORD);
        browser.click("button.main");
        assertThat(browser.text("h1", "Overview")).isEqualTo("Overview");
    }

    @Test
    void aButtonFreezesAServerAndThePageSaysSo() throws Exception {
        signIn(server.url(), "ann");
        assertThat(browser.text("#demo-now", "No server is broken.")).isEqualTo("No server is broken.");

        browser.click(".demo button[value=tomcat-1]");

        assertThat(browser.text("#demo-now", "freeze of tomcat-1, 7 s left."))
                .isEqualTo("freeze of tomcat-1, 7 s left.");
        assertThat(demo.begun).containsExactly("freeze of tomcat-1");
        assertThat(browser.complaints()).isEqualTo("[]");

        demo.begun.clear();
        assertThat(browser.text("#demo-now", "No server is broken.")).isEqualTo("No server is broken.");
    }

    @Test
    void saysWhyASecondBreakHasToWait() throws Exception {
        signIn(server.url(), "ann");
        demo.begun.add("freeze of tomcat-1");

        browser.click(".demo button[value=tomcat-2]");

        assertThat(browser.await(
                        "return document.querySelector('main').textContent", text -> text.contains("Wait 7 s.")))
                .contains("tomcat-1 is frozen already");
    }

    @Test
    void onlyAdministratorsHaveTheButtons() throws Exception {
        signIn(server.url(), "olga");
        assertThat(browser.text("#demo-now", "No server is broken.")).isEqualTo("No server is broken.");
        assertThat(browser.run(BUTTONS)).isEqualTo("0");
    }

    /** A page of another site has the browser send the cookie of the session, too. */
    @Test
    void anotherSiteCannotBreakAServer() throws Exception {
        HttpResponse<String> refused = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.url().resolve("/console/demo"))
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .header("Origin", "http://shop.example.org")
                                .header("Sec-Fetch-Site", "cross-site")
                                .POST(HttpRequest.BodyPublishers.ofString("server=tomcat-1&kind=freeze"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(demo.begun).isEmpty();
    }

    @Test
    void aDispatcherOfUsersHasNoSuchPage() throws Exception {
        try (AdminServer other = AdminServer.start(
                new AdminSettings(ANY_PORT, null), control, AdminFiles.beside(folder.resolve("demo.yaml")))) {
            signIn(other.url(), "ann");
            assertThat(browser.run(BUTTONS)).isEqualTo("0");
            browser.go(other.url().resolve("/console/demo"));
            assertThat(browser.text("h1", "Not found")).isEqualTo("Not found");
        }
    }
}
