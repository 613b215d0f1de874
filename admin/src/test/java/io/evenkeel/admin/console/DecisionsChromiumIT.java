// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuickPasswords
@Tag("thorough")
class DecisionsChromiumIT {

    private final ScriptedControl control = new ScriptedControl();

    /** A name as machines of a cloud have it. */
    private static final String LONG = "orders-backend-0600.eu-central-1b.internal.example.org";

    @Test
    void fitsAPhoneHoweverLongNamesAre() throws Exception {
        Chromium.need();
        control.nodeName = LONG;
        try (AdminServer server =
                        AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), null), control, null);
                Chromium browser = new Chromium(390, 900, false)) {
            browser.go(Objects.requireNonNull(server.setUpLink()));
            browser.type("#password", "correct horse battery");
            browser.type("#again", "correct horse battery");
            browser.click("button.main");
            browser.text("h1", "Overview");
            browser.go(server.url().resolve("/console/decisions?cluster=shop&policy=least-connections"));
            assertThat(browser.run("return document.querySelector('select[name=node]').textContent"))
                    .contains(LONG);
            assertThat(browser.run("return String(document.documentElement.scrollWidth)"))
                    .isEqualTo("390");
        }
    }

    @ParameterizedTest
    @CsvSource({"1280, false, decisions", "390, true, decisions-phone-dark"})
    void opensAChoiceAndAsksAnotherPolicy(int width, boolean dark, String picture) throws Exception {
        Chromium.need();
        try (AdminServer server =
                        AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), null), control, null);
                Chromium browser = new Chromium(width, 900, dark)) {
            browser.go(Objects.requireNonNull(server.setUpLink()));
            browser.type("#password", "correct horse battery");
            browser.type("#again", "correct horse battery");
            browser.click("button.main");
            browser.text("h1", "Overview");
            browser.click("nav a[href='/console/decisions']");
            assertThat(browser.text("h1", "Decisions of shop, policy headroom")).startsWith("Decisions");
            browser.run("document.querySelector('select[name=policy]').value = 'least-connections'; return ''");
            browser.click("button.main");
            assertThat(browser.text("h2", "What least-connections would have chosen"))
                    .isEqualTo("What least-connections would have chosen");
            browser.click(".choices summary");
            assertThat(browser.text(".choices tr.chosen th", "vcn1")).isEqualTo("vcn1");
            browser.shoot(picture);
            assertThat(browser.run("return String(document.documentElement.scrollWidth <= window.innerWidth)"))
                    .as("nothing wider than the window")
                    .isEqualTo("true");
            assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
        }
    }
}
