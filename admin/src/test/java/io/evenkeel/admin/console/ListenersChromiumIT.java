// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Listeners and routes in forms in Debian's Chromium: one is changed with an error and mended, gets routes, and its
 * cluster a name.
 */
@QuickPasswords
@Tag("thorough")
class ListenersChromiumIT {

    private static final String TEXT = """
            # the file of Ann
            listeners:
              - {name: web, address: "127.0.0.1:0", cluster: shop}   # the door
            clusters:
              # sells things
              shop: {nodes: [127.0.0.1:18080]}
              bank: {nodes: [127.0.0.1:18081]}
            """;

    @SuppressWarnings("NullAway.Init")
    private Chromium browser;

    /** Fills an input and replaces its old value. */
    private void fill(String field, String value) throws IOException, InterruptedException {
        browser.run("document.getElementById(arguments[0]).value = arguments[1]; return ''", field, value);
    }

    private void awaitTitle(String words) throws IOException, InterruptedException {
        assertThat(browser.await(
                        "return document.querySelector('h1')?.textContent ?? ''", text -> text.startsWith(words)))
                .startsWith(words);
    }

    /** Goes from the difference to the file. */
    private void apply() throws IOException, InterruptedException {
        awaitTitle("What would change");
        browser.click("button[value=apply]");
        assertThat(browser.text("[role=status]", "Applied.")).isEqualTo("Applied.");
    }

    @Test
    void leadsAPartElsewhereAndGivesTheRestAName(@TempDir Path folder) throws Exception {
        Chromium.need();
        Path path = Files.writeString(folder.resolve("shop.yaml"), TEXT);
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(path));
                AdminServer server = AdminServer.start(
                        new AdminSettings(new HostPort("127.0.0.1", 0), null), dispatcher.control(), null);
                Chromium opened = new Chromium(1280, 900, false)) {
            browser = opened;
            browser.go(Objects.requireNonNull(server.setUpLink()));
            browser.type("#password", Site.PASSWORD);
            browser.type("#again", Site.PASSWORD);
            browser.click("button.main");
            browser.text("h1", "Overview");

            browser.go(server.url().resolve("/console/config"));
            browser.click("a[aria-label='Edit listener web']");
            awaitTitle("web");
            fill("address", "nowhere");
            browser.click("button.main");
            assertThat(browser.text("#summary a[href='#address']", "address")).isEqualTo("address");
            fill("address", "localhost:0");
            browser.click("button.main");
            apply();

            browser.click("#add-route");
            awaitTitle("New route");
            fill("path", "/bank");
            fill("cluster", "bank");
            browser.click("button.main");
            apply();
            browser.shoot("form-listener-routes");
            browser.click("a[aria-label='Move route 1 down']");
            awaitTitle("What would change");
            assertThat(browser.text("section.odd p", "It can be used, but there are warnings."))
                    .as("the route behind the one for everything is never reached")
                    .startsWith("It can be used");
            browser.shoot("form-route-moved");
            apply();
            assertThat(browser.run("return [...document.querySelectorAll('tbody th')]"
                            + ".map(th => th.parentElement.cells[2].textContent).join()"))
                    .isEqualTo("any,/bank");
            browser.click("a[aria-label='Move route 2 up']");
            apply();

            browser.go(server.url().resolve("/console/config/cluster?cluster=shop"));
            awaitTitle("shop");
            fill("name", "store");
            browser.click("button.main");
            apply();
            awaitTitle("store");

            assertThat(Files.readString(path)).isEqualTo("""
                    # the file of Ann
                    listeners:
                      - {name: web, address: "localhost:0", routes: [{path: /bank, cluster: bank}, {cluster: store}]}   # the door
                    clusters:
                      # sells things
                      store: {nodes: [127.0.0.1:18080]}
                      bank: {nodes: [127.0.0.1:18081]}
                    """);
            assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
        }
    }
}
