// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.dispatcher.control.CacheView;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the cache in a browser, while requests come. */
@QuickPasswords
@Tag("thorough")
class CacheChromiumIT {

    private static final String LINK =
            "return String(document.querySelector('nav a[href=\"/console/cache\"]') !== null)";
    private static final String GREY =
            "return String(getComputedStyle(document.querySelector('main')).filter.includes('grayscale'))";
    private static final String FITS = "return [document.documentElement.scrollWidth, window.innerWidth].join(' of ')";

    private static final String CUT =
            "return [...document.querySelectorAll('.tiles dd')].filter(each => each.scrollWidth > each.clientWidth)"
                    + ".map(each => each.textContent).join()";

    @TempDir
    Path folder;

    private static CacheView view(long hits, long misses, long packedHits) {
        return new CacheView(
                256 << 20,
                5300 << 10,
                120,
                hits,
                1,
                2,
                4,
                misses,
                6,
                8,
                10,
                11,
                3 << 20,
                0.25,
                1 << 20,
                packedHits,
                1e6,
                5e7);
    }

    private static String cell(String key) {
        return "[data-k='cache/" + key + "']";
    }

    @Test
    void figuresChangeWithoutAReloadAndAStoppedDispatcherTurnsGrey() throws Exception {
        Chromium.need();
        try (Site site = Site.open(folder, "shop")) {
            site.control.cached = null;
            site.browser.click("nav a[href='/console/cache']");
            site.browser.text("h1", "Cache");
            assertThat(site.browser.text(
                            "#cache-now p",
                            "Nothing yet: no request has come to a route with a cache since the start."))
                    .startsWith("Nothing yet");

            site.control.cached = view(83, 10, 0);
            assertThat(site.browser.text(cell("hitall"), "88 %"))
                    .as("88 of 100")
                    .isEqualTo("88 %");
            String unused = "Packed answers may take 25 % of the memory now; the share moves by what saves more time."
                    + " No packed answer was asked for yet.";
            assertThat(site.browser.text(cell("why"), unused)).isEqualTo(unused);
            site.browser.run("document.body.dataset.mine = 'yes'; return ''");

            site.control.cached = view(183, 10, 40);
            assertThat(site.browser.text(cell("result/hit"), "183")).isEqualTo("183");
            assertThat(site.browser.text(cell("packed/hits"), "40")).isEqualTo("40");
            assertThat(site.browser.text(cell("packed/saves"), "49 ms")).isEqualTo("49 ms");
            assertThat(site.browser.run("return document.querySelector(\"" + cell("why") + "\").textContent"))
                    .endsWith("A hit there saves 49 ms: 50 ms to fetch an answer from a node, less 1 ms to unpack it.");
            assertThat(site.browser.run("return document.body.dataset.mine"))
                    .as("the page is the same")
                    .isEqualTo("yes");
            assertThat(site.browser.run(GREY)).isEqualTo("false");
            site.browser.look(390, 900, true);
            assertThat(site.browser.await(FITS, "390 of 390"::equals))
                    .as("pixels of the page, and of the phone, once the graphs are drawn again")
                    .isEqualTo("390 of 390");
            assertThat(site.browser.run(CUT))
                    .as("figures that run out of their tiles")
                    .isEmpty();
            site.browser.shoot("cache-phone");
            site.browser.look(1280, 900, false);

            site.control.frozen = new CountDownLatch(1);
            assertThat(site.browser.await(GREY, "true"::equals)).isEqualTo("true");
            thaw(site);
            assertThat(site.browser.await(GREY, "false"::equals)).isEqualTo("false");
            assertThat(site.browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
        }
    }

    private static void thaw(Site site) {
        CountDownLatch wait = site.control.frozen;
        site.control.frozen = null;
        if (wait != null) {
            wait.countDown();
        }
    }

    @Test
    void aRequestIsExplainedAndAnswersAreForgotten() throws Exception {
        Chromium.need();
        try (Site site = Site.open(folder, "shop")) {
            site.browser.go(site.at("/console/cache"));
            site.browser.type("#url", "http://shop.example.org/a");
            site.browser.click("form.act button.main");
            assertThat(site.browser.text("#says li:nth-child(2)", "The stored answer would be used."))
                    .isEqualTo("The stored answer would be used.");
            assertThat(site.browser.run("return document.getElementById('url').value"))
                    .isEqualTo("http://shop.example.org/a");

            site.browser.run("document.getElementById('kind').value = 'tag'; return ''");
            site.browser.type("#value", "product-7");
            site.browser.click("#forget button");
            assertThat(site.browser.text(".good", "The answers of 2 URLs are forgotten."))
                    .isEqualTo("The answers of 2 URLs are forgotten.");
            site.browser.run("document.querySelector('details.group').open = true; return ''");
            site.browser.click("#sure");
            site.browser.run("window.before = true; return ''");
            site.browser.click("#forget-all button");
            site.browser.await("return String(window.before ?? 'gone')", "gone"::equals);
            assertThat(site.control.commands).contains("purge TAG product-7", "purge ALL ");
            site.browser.go(site.at("/console/audit"));
            assertThat(site.browser.run("return document.querySelector('main').textContent"))
                    .contains("purge", "tag product-7");
        }
    }

    @Test
    void thePageIsInTheMenuOnlyWhereARouteHasACacheAndOrdersAreForOperators() throws Exception {
        Chromium.need();
        try (Site site = Site.open(folder, "shop")) {
            assertThat(site.browser.run(LINK)).isEqualTo("true");
            site.add("vera", Role.VIEWER);
            site.browser.click("form.user button");
            site.browser.await("return String(document.querySelector('form.user') === null)", "true"::equals);
            site.signIn("vera");
            site.browser.go(site.at("/console/cache"));
            assertThat(site.browser.run("return String(document.getElementById('forget') === null)"))
                    .isEqualTo("true");

            site.control.listeners = List.of();
            site.browser.go(site.at("/console/cache"));
            assertThat(site.browser.run(LINK)).isEqualTo("false");
            assertThat(site.browser.run("return document.querySelector('main .hint').textContent"))
                    .startsWith("No route has a cache.");
        }
    }
}
