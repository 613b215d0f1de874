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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A shadow from start to stop, and choices that come while a row is open. */
@QuickPasswords
@Tag("thorough")
class ShadowsChromiumIT {

    private static final String ROWS = "return String(document.querySelectorAll('.choices > li').length)";
    private static final char ENTER = '\uE007';
    private static final String SHARE = "[data-t='least-connections/share']";

    private final ScriptedControl control = new ScriptedControl();

    @ParameterizedTest
    @CsvSource({"1280, false, shadows", "390, true, shadows-phone-dark"})
    void startsOneSeesItsFiguresAndStopsIt(int width, boolean dark, String picture) throws Exception {
        Chromium.need();
        try (AdminServer server =
                        AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), null), control, null);
                Chromium browser = new Chromium(width, 1100, dark)) {
            browser.go(Objects.requireNonNull(server.setUpLink()));
            browser.type("#password", "correct horse battery");
            browser.type("#again", "correct horse battery");
            browser.click("button.main");
            browser.text("h1", "Overview");
            browser.click("nav a[href='/console/decisions']");
            browser.text("#shadows-title", "Shadows");

            browser.run("document.querySelector('#shadow-policy').value = 'least-connections'; return ''");
            browser.type("#reason", "worth it?");
            browser.click("#shadow-act button.main");
            assertThat(browser.text("#shadows [role=status]", "Done: shadow least-connections started."))
                    .isEqualTo("Done: shadow least-connections started.");
            control.shadows.compared = 400;
            control.shadows.same = 300;
            assertThat(browser.text(SHARE, "75.0 %")).as("without a reload").isEqualTo("75.0 %");

            browser.click(".choices summary");
            browser.run("document.querySelector('.choices summary').dataset.mine = 'yes'; return ''");
            control.shadows.same = 380;
            control.shadows.compared = 500;
            control.decisions = 3;
            assertThat(browser.await(ROWS, "3"::equals)).isEqualTo("3");
            assertThat(browser.text(SHARE, "76.0 %")).isEqualTo("76.0 %");
            assertThat(browser.run("return document.querySelector('.choices > li:last-child details[open] summary')"
                            + ".dataset.mine + ' ' + (document.activeElement.dataset.mine ?? 'elsewhere')"))
                    .as("the opened row is the same element, open, and has the focus")
                    .isEqualTo("yes yes");
            browser.click("#pause");
            browser.run("document.querySelector('#shadows').scrollIntoView(); return ''");
            browser.shoot(picture);
            assertThat(browser.run("return String(document.documentElement.scrollWidth <= window.innerWidth)"))
                    .as("nothing wider than the window")
                    .isEqualTo("true");

            browser.click(".shadow .after a");
            assertThat(browser.text("#choices-title", "Where least-connections would have chosen otherwise"))
                    .startsWith("Where");
            browser.click(".choices summary");
            browser.shoot(picture + "-differences");
            browser.click("button[name=stop]");
            assertThat(browser.text(
                            "#shadows [role=status]",
                            "Done: shadow least-connections stopped; it agreed in 380 of 500 choices."))
                    .startsWith("Done: shadow least-connections stopped");
            assertThat(control.shadows.list("shop")).isEmpty();
            enterStartsWhatIsOfferedAndStopsNothing(browser);
            assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
        }
    }

    /** The buttons that stop shadows are of the same form and stand before its own. */
    private void enterStartsWhatIsOfferedAndStopsNothing(Chromium browser) throws Exception {
        browser.type("#reason", "by hand" + ENTER);
        assertThat(browser.text("#shadows [role=status]", "Done: shadow least-connections started."))
                .isEqualTo("Done: shadow least-connections started.");
        browser.type("#reason", "by hand" + ENTER);
        assertThat(browser.text("#shadows [role=status]", "Done: shadow headroom started."))
                .isEqualTo("Done: shadow headroom started.");
        browser.type("#reason", "by hand" + ENTER);
        assertThat(control.shadows.list("shop")).as("nothing is left to start").hasSize(2);
    }
}
