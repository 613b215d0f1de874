// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Pictures of the main pages. {@code bench/console-pictures} takes those of the documentation from a running demo:
 * {@code -Dconsole} is its link for the first account, {@code -Dwrite=true} puts them into {@code docs/images/console}.
 * Else they are of a scripted dispatcher.
 */
@QuickPasswords
@Tag("thorough")
class PicturesIT {

    private static final int MOST_OCTETS = 150_000;
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 800;
    private static final int LOW = 600;

    private final List<Path> pictures = new ArrayList<>();

    @Test
    void areSmallEnoughForTheDocumentation() throws Exception {
        Chromium.need();
        String link = System.getProperty("console");
        if (link != null) {
            take(URI.create(link));
            return;
        }
        try (AdminServer server =
                AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), null), new ScriptedControl(), null)) {
            take(Objects.requireNonNull(server.setUpLink()));
        }
    }

    private void take(URI link) throws Exception {
        try (Chromium browser = new Chromium(WIDTH, HEIGHT, false)) {
            browser.look(WIDTH, HEIGHT, false);
            browser.go(link);
            browser.type("#password", Site.PASSWORD);
            browser.type("#again", Site.PASSWORD);
            browser.click("button.main");
            browser.text("h1", "Overview");
            awaitLive(browser);
            browser.look(WIDTH, LOW, false);
            shoot(browser, "overview");
            browser.look(WIDTH, HEIGHT, false);
            browser.click("nav a[href*='/console/cluster']");
            awaitLive(browser);
            awaitGraphs(browser);
            browser.run("scrollTo(0, 0); return ''");
            shoot(browser, "cluster");
            browser.look(WIDTH, HEIGHT, true);
            browser.click("tbody th a");
            awaitLive(browser);
            awaitGraphs(browser);
            shoot(browser, "node");
            browser.look(WIDTH, LOW, false);
            browser.go(link.resolve("/console/decisions?policy=least-connections"));
            browser.click(".choices summary");
            browser.run("document.querySelectorAll('h2')[1].scrollIntoView(); return ''");
            shoot(browser, "decisions");
        }
        for (Path picture : pictures) {
            assertThat(Files.size(picture)).as("bytes of %s", picture).isBetween(10_000L, (long) MOST_OCTETS);
        }
    }

    private static void awaitLive(Chromium browser) throws IOException, InterruptedException {
        browser.await("return document.getElementById('live')?.textContent ?? ''", "live"::equals);
    }

    /** Those of the last ten minutes, at the upper end of the window. */
    private static void awaitGraphs(Chromium browser) throws IOException, InterruptedException {
        browser.run("document.querySelector('.past input[value=\"10m\"]')?.click(); return ''");
        browser.await(
                "return document.querySelector('.past .draw')?.ariaLabel"
                        + " ?? document.querySelector('.past [role=status]')?.textContent ?? 'No graphs'",
                text -> text.contains("the last 10 minutes") || text.startsWith("No"));
        browser.run("document.getElementById('past')?.scrollIntoView(); return ''");
    }

    private void shoot(Chromium browser, String name) throws IOException, InterruptedException {
        Path folder = Boolean.getBoolean("write")
                ? Path.of("..", "docs", "images", "console")
                : Path.of("target", "screenshots", "docs");
        pictures.add(browser.shoot(Files.createDirectories(folder).resolve(name + ".png")));
    }
}
