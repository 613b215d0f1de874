// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The console in Debian's Chromium; screenshots are left in {@code admin/target/screenshots}. */
@QuickPasswords
class ChromiumIT {

    private static final String PASSWORD = "correct horse battery";

    private final ScriptedControl control = new ScriptedControl();
    private AdminServer server;

    @BeforeEach
    void start() throws IOException {
        Chromium.need();
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), null), control, null);
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private void setUp(Chromium browser) throws IOException, InterruptedException {
        browser.go(Objects.requireNonNull(server.setUpLink()));
        browser.type("#password", PASSWORD);
        browser.type("#again", PASSWORD);
        browser.click("button.main");
    }

    @Test
    void leadsAnOperatorFromSignInToADrainAndOut() throws Exception {
        try (Chromium browser = new Chromium(1280, 900, false)) {
            setUp(browser);
            assertThat(browser.text("h1", "Overview")).isEqualTo("Overview");
            assertThat(browser.text(".user small", "admin")).isEqualTo("admin");
            browser.click(".user button");
            assertThat(browser.text("h1", "Sign in to Evenkeel")).isEqualTo("Sign in to Evenkeel");
            browser.shoot("sign-in");
            browser.type("#name", "admin");
            browser.type("#password", "wrong, alas");
            browser.click("button.main");
            assertThat(browser.text("[role=alert]", "Name or password is wrong."))
                    .isEqualTo("Name or password is wrong.");
            browser.type("#password", PASSWORD);
            browser.click("button.main");

            String rate = "return document.querySelector('[data-k=\"all/rate\"]').textContent";
            String upByHand = "return document.querySelector('[data-k=\"all/up\"]')?.textContent ?? ''";
            assertThat(browser.await(upByHand, text -> text.equals("3 / 3"))).isEqualTo("3 / 3");
            control.bankNodesUp = 0;
            control.meters.meter("shop", 0).finished(0, 200, false, 1_000, 2_000_000, 10_000_000, 12_000_000, 10, 100);
            assertThat(browser.await(upByHand, text -> text.equals("2 / 3")))
                    .as("live, without a reload")
                    .isEqualTo("2 / 3");
            assertThat(browser.await(rate, text -> !text.equals("–"))).isNotEqualTo("–");
            assertThat(browser.run("return document.querySelector('#live')?.textContent ?? ''"))
                    .isEqualTo("live");
            browser.shoot("overview");

            browser.click("nav a[href*=cluster]");
            assertThat(browser.text("h1", "shop policy headroom")).isEqualTo("shop policy headroom");
            browser.await("return document.querySelector('#live')?.textContent ?? ''", "live"::equals);
            browser.shoot("cluster");
            browser.click("thead a[href*='sort=cpu']");
            assertThat(browser.run("return document.querySelector('th[aria-sort]').textContent"))
                    .startsWith("CPU");
            browser.click("tbody th a");
            browser.type("#reason", "new kernel");
            browser.click("button[value=drain]");
            assertThat(browser.text("[role=status]", "Draining: it gets no new requests, and those it has may finish."))
                    .isEqualTo("Draining: it gets no new requests, and those it has may finish.");
            assertThat(control.commands).containsExactly("shop/vcn1 DRAIN new kernel");
            browser.shoot("node");
            browser.click("nav a[href='/console/audit']");
            assertThat(browser.text("tbody tr:first-child .why", "new kernel")).isEqualTo("new kernel");
            browser.type("#words", "first account");
            assertThat(browser.await("return String(document.querySelectorAll('tbody tr').length)", "1"::equals))
                    .as("rows that are left as one types")
                    .isEqualTo("1");
            browser.shoot("changes");
            browser.click("nav a[href='/console/docs']");
            assertThat(browser.text("h1", "Documentation of this version")).isEqualTo("Documentation of this version");
            browser.click(".text a[href='/console/docs?page=docs/reference/configuration.md']");
            assertThat(browser.text("h1", "The configuration file")).isEqualTo("The configuration file");
            browser.shoot("docs");
            browser.click(".contents a[href='/console/docs/policies']");
            assertThat(browser.text("h1", "Policies")).isEqualTo("Policies");
            browser.shoot("policies");
            assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
        }
    }

    @Test
    void runsNoScriptOutOfTheNameOfANode() throws Exception {
        String evil = "<img src=x onerror=\"window.owned=1\">";
        control.nodeName = evil;
        control.agents.put(evil, ScriptedControl.REPORTING);
        try (Chromium browser = new Chromium(390, 844, true)) {
            setUp(browser);
            browser.await("return document.querySelector('#live')?.textContent ?? ''", "live"::equals);
            assertThat(browser.text("#cards .card h3 a", evil)).isEqualTo(evil);
            browser.shoot("overview-phone-dark");
            browser.click("#cards .card h3 a");
            browser.type("#reason", evil);
            browser.click("button[value=drain]");
            assertThat(browser.text("h1", evil + " 127.0.0.1:18080")).startsWith(evil);
            assertThat(browser.text("[role=status]", "Draining: it gets no new requests, and those it has may finish."))
                    .isEqualTo("Draining: it gets no new requests, and those it has may finish.");
            browser.shoot("node-phone-dark");
            assertThat(browser.run("return String(window.owned)")).isEqualTo("undefined");
            assertThat(browser.run("return String(document.querySelectorAll('img[src=x]').length)"))
                    .isEqualTo("0");
            assertThat(browser.run("return String(document.documentElement.scrollWidth <= window.innerWidth)"))
                    .as("nothing wider than the phone")
                    .isEqualTo("true");
        }
    }
}
