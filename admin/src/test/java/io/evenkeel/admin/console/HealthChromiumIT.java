// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.dispatcher.node.NodeState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The line on top of every page, its colour, its age, and what is red. */
@QuickPasswords
@Tag("thorough")
class HealthChromiumIT {

    private static final String PASSWORD = "correct horse battery";
    private static final String LINE = "return document.getElementById('health').textContent";
    private static final String LEVEL = "return document.querySelector('.health').dataset.level";
    private static final String TITLE = "return document.title";
    private static final String LIVE = "return document.getElementById('live').textContent";
    private static final String GREY =
            "return String(getComputedStyle(document.querySelector('main')).filter.includes('grayscale'))";

    @TempDir
    private Path folder;

    private final ScriptedControl control = new ScriptedControl();
    private AdminFiles files;
    private AdminServer server;

    @BeforeEach
    void start() throws Exception {
        Chromium.need();
        files = AdminFiles.beside(folder.resolve("shop.yaml"));
        Accounts.in(files.users(), new EventLog().admin()).add("ann", Role.ADMIN, PASSWORD);
        server = at(0);
    }

    private AdminServer at(int port) throws IOException {
        return AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", port), null), control, files);
    }

    @AfterEach
    void stop() {
        thaw();
        if (server != null) {
            server.close();
        }
    }

    private void thaw() {
        CountDownLatch wait = control.frozen;
        control.frozen = null;
        if (wait != null) {
            wait.countDown();
        }
    }

    private Chromium signedIn() throws IOException, InterruptedException {
        Chromium browser = new Chromium(1280, 900, false);
        browser.moveTo("UTC");
        browser.speak("en-GB");
        browser.go(server.url().resolve("/console/sign-in"));
        browser.type("#name", "ann");
        browser.type("#password", PASSWORD);
        browser.click("button.main");
        browser.text("h1", "Overview");
        assertThat(browser.await(LIVE, "live"::equals)).isEqualTo("live");
        return browser;
    }

    @Test
    void aTotalOutageStandsOnTopOfEveryPageAndInItsTitle() throws Exception {
        try (Chromium browser = signedIn()) {
            assertThat(browser.run(LINE)).isEqualTo("2 of 2 clusters serve");
            assertThat(browser.run(LEVEL)).isEqualTo("ok");
            assertThat(browser.run(TITLE)).isEqualTo("Overview · Evenkeel");

            control.bankNodesUp = 0;

            String outage = "bank: all nodes down since 14 Nov 2023, 22:13:20; 1 of 2 clusters serves";
            assertThat(browser.await(LINE, outage::equals))
                    .as("without a reload")
                    .isEqualTo(outage);
            assertThat(browser.run(LEVEL)).isEqualTo("outage");
            assertThat(browser.run(TITLE)).isEqualTo(outage + " · Overview · Evenkeel");
            browser.shoot("outage");
            for (String page : new String[] {"/console/docs", "/console/config", "/console/cluster?cluster=shop"}) {
                browser.go(server.url().resolve(page));
                assertThat(browser.await(LINE, outage::equals)).as(page).isEqualTo(outage);
                assertThat(browser.run(TITLE)).as(page).startsWith(outage + " · ");
            }

            control.bankNodesUp = 1;

            assertThat(browser.await(LEVEL, "ok"::equals)).isEqualTo("ok");
            assertThat(browser.run(TITLE)).isEqualTo("shop · Evenkeel");
        }
    }

    @Test
    void aReasonStandsBesideEveryNodeThatIsNotUp() throws Exception {
        control.bankNodesUp = 0;
        control.firstState = NodeState.EJECTED;
        try (Chromium browser = signedIn()) {
            assertThat(browser.run("return document.querySelector('[data-k=\"node/bank/vault/reason\"]').textContent"))
                    .isEqualTo("check failed: status 503, not 200 to 399");
            browser.go(server.url().resolve("/console/cluster?cluster=shop"));
            assertThat(browser.run(
                            "return [...document.querySelectorAll('td .why')].map(e => e.textContent).join('|')"))
                    .isEqualTo("tried again at 14 Nov 2023, 22:13:20|by ann: maintenance at noon");
            browser.go(server.url().resolve("/console/node?cluster=bank&node=vault"));
            String spans = "return [...document.querySelectorAll('dt')].map(e => e.textContent).join('|')";
            assertThat(browser.run(spans)).contains("Down for").doesNotContain("Up for", "Eligible for");
            control.bankNodesUp = 1;
            assertThat(browser.await(spans, text -> text.contains("Up for"))).doesNotContain("Down for");
        }
    }

    @Test
    void aFrozenDispatcherTurnsThePageGreyAndItComesBackByItself() throws Exception {
        try (Chromium browser = signedIn()) {
            assertThat(browser.run(GREY)).isEqualTo("false");

            control.frozen = new CountDownLatch(1);
            long frozenNs = System.nanoTime();

            assertThat(browser.await(GREY, "true"::equals)).isEqualTo("true");
            // a reading that was under way may still have come, and chromedriver answers late on a busy machine
            assertThat(System.nanoTime() - frozenNs).isLessThan(4_500_000_000L);
            assertThat(browser.run(LIVE)).matches("no news, [2-5] s old");
            assertThat(browser.run(TITLE)).matches("no news since \\d\\d:\\d\\d:\\d\\d · Overview · Evenkeel");
            assertThat(browser.await(LIVE, "no news, 5 s old"::equals))
                    .as("it grows older")
                    .isEqualTo("no news, 5 s old");
            assertThat(browser.run("return document.getElementById('old').textContent"))
                    .matches("Everything below is [5-7] s old, of \\d\\d:\\d\\d:\\d\\d\\.");
            assertThat(browser.run("return getComputedStyle(document.getElementById('health')).display"))
                    .as("what is not known any more")
                    .isEqualTo("none");
            assertThat(browser.run("return String(new Set([...document.querySelector('.top').children]"
                            + ".map(each => Math.round(each.getBoundingClientRect().top / 12))).size)"))
                    .as("lines of the header")
                    .isEqualTo("1");
            browser.shoot("grey");

            thaw();

            assertThat(browser.await(LIVE, "live"::equals)).isEqualTo("live");
            assertThat(browser.run(GREY)).isEqualTo("false");
            assertThat(browser.run(TITLE)).isEqualTo("Overview · Evenkeel");
            assertThat(browser.complaints()).doesNotContain("Uncaught");
        }
    }

    @Test
    void aStoppedDispatcherTurnsThePageGreyUntilItRunsAgain() throws Exception {
        try (Chromium browser = signedIn()) {
            int port = server.url().getPort();
            browser.go(server.url().resolve("/console/docs"));
            assertThat(browser.await(LIVE, "live"::equals)).isEqualTo("live");

            server.close();

            assertThat(browser.await(GREY, "true"::equals)).isEqualTo("true");
            assertThat(browser.run(LIVE)).startsWith("connection lost, ");

            server = at(port);

            assertThat(browser.text("h1", "Sign in to Evenkeel"))
                    .as("its sessions ended with it")
                    .isEqualTo("Sign in to Evenkeel");
        }
    }

    @Test
    void theTitleOfATabThatNobodyLooksAtStaysTrue() throws Exception {
        try (Chromium browser = signedIn()) {
            browser.run("Object.defineProperty(document, 'hidden', { get: () => true });"
                    + " document.dispatchEvent(new Event('visibilitychange')); return ''");

            control.bankNodesUp = 0;

            assertThat(browser.await(TITLE, title -> title.startsWith("bank: all nodes down")))
                    .startsWith("bank: all nodes down since ");
            server.close();
            assertThat(browser.await(TITLE, title -> title.startsWith("no news since ")))
                    .startsWith("no news since ");
        }
    }

    @Test
    void redIsForTroubleOnly() throws Exception {
        control.agents.put("vcn1", report(Map.of("OS_CPU_USED%", 100.0)));
        String bar = "return document.querySelector('.card [data-k=\"node/shop/vcn1/overload\"]').dataset.overload";
        try (Chromium browser = signedIn()) {
            assertThat(browser.run(bar)).as("a full processor").isEmpty();

            control.agents.put(
                    "vcn1",
                    report(Map.of("AMX_CONNS_QD", 3.0, "AMX_CONNS_Q_THRBSY", 12.0, "AMX_CONNS_Q_THRDSMAX", 12.0)));

            String overload = "overloaded: all workers are busy, and requests wait";
            assertThat(browser.await(bar, overload::equals)).isEqualTo(overload);
            assertThat(browser.run("return document.querySelector('[data-k=\"node/shop/vcn1/reason\"]').textContent"))
                    .isEqualTo(overload);
        }
    }

    private static AgentView report(Map<String, Double> figures) {
        return new AgentView(
                AgentState.REPORTING, null, 120, SampleSource.PULL, 7, 3, figures, Map.of(), Map.of(), 0, 0);
    }

    @Test
    void clocksHaveTwentyFourHoursInEveryCountry() throws Exception {
        try (Chromium browser = signedIn()) {
            browser.speak("en-US");
            browser.go(server.url().resolve("/console"));
            String times = "return [...document.querySelectorAll('time')].map(each => each.textContent).join(' | ')";
            assertThat(browser.await(times, text -> !text.contains("T22:13")))
                    .contains("22:13:20")
                    .doesNotContain("AM", "PM");
        }
    }
}
