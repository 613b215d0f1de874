// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.account.QuickPasswords;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of costs in a browser, while requests come. */
@QuickPasswords
@Tag("thorough")
class CostsChromiumIT {

    private static final String PAGES = "[data-k='class/shop/GET /page/requests']";
    private static final String FIRST = "return document.querySelector('tbody th').textContent";

    @TempDir
    Path folder;

    @Test
    void figuresChangeAndNewClassesComeWithoutAReload() throws Exception {
        Chromium.need();
        try (Site site = Site.open(folder, "shop")) {
            site.control.answered("shop", "GET", "/page", 40, 5);
            site.browser.go(site.at("/console/cluster?cluster=shop"));
            site.browser.click("main a[href='/console/costs?cluster=shop']");
            site.browser.text("h1", "What costs what in shop");
            assertThat(site.browser.text(PAGES, "40")).isEqualTo("40");
            site.browser.run("document.body.dataset.mine = 'yes'; return ''");

            site.control.answered("shop", "GET", "/page", 2, 5);
            assertThat(site.browser.text(PAGES, "42")).isEqualTo("42");
            site.control.answered("shop", "POST", "/report", 20, 400);
            assertThat(site.browser.await(FIRST, "POST /report"::equals)).isEqualTo("POST /report");
            assertThat(site.browser.run("return document.body.dataset.mine"))
                    .as("the page is the same")
                    .isEqualTo("yes");
            assertThat(site.browser.run("return String(document.documentElement.scrollWidth <= window.innerWidth)"))
                    .isEqualTo("true");
            assertThat(site.browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
        }
    }
}
