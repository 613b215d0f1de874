// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration in Debian's Chromium: an edit with an error, the repair, and the way back. */
@QuickPasswords
class ConfigChromiumIT {

    private static final String TEXT = """
            # <img src=x onerror="window.owned=1"> the shop
            listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
            clusters:
              shop:
                policy: round-robin   # for now
                nodes: [{name: vcn1, address: "127.0.0.1:18080"}]
            """;

    private static String replace(String what, String by) {
        return "const t = document.getElementById('text'); t.value = t.value.replace('" + what + "', '" + by
                + "'); return t.value";
    }

    @Test
    void leadsFromAnErrorToAnAppliedEditAndBack(@TempDir Path folder) throws Exception {
        Chromium.need();
        Path path = Files.writeString(folder.resolve("shop.yaml"), TEXT);
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(path));
                AdminServer server = AdminServer.start(
                        new AdminSettings(new HostPort("127.0.0.1", 0), null), dispatcher.control(), null);
                Chromium browser = new Chromium(1280, 900, false)) {
            browser.go(Objects.requireNonNull(server.setUpLink()));
            browser.type("#password", "correct horse battery");
            browser.type("#again", "correct horse battery");
            browser.click("button.main");
            browser.text("h1", "Overview");
            browser.go(server.url().resolve("/console/config"));
            assertThat(browser.text("h1", "Configuration")).isEqualTo("Configuration");
            browser.shoot("configuration");
            browser.click("a.button");
            assertThat(browser.await("return document.getElementById('text')?.value ?? ''", TEXT::equals))
                    .as("the file to the byte")
                    .isEqualTo(TEXT);

            browser.run(replace("round-robin", "rond-robin"));
            browser.click("button[value=check]");
            assertThat(browser.text("[data-line]", "Go to line 5")).isEqualTo("Go to line 5");
            browser.shoot("configuration-error");
            browser.click("[data-line]");
            assertThat(browser.run("const t = document.getElementById('text');"
                            + " return t.value.slice(t.selectionStart, t.selectionEnd)"))
                    .isEqualTo("rond-robin");
            assertThat(browser.text("#caret", "line 5, column 13")).isEqualTo("line 5, column 13");

            browser.run(replace("rond-robin", "random"));
            browser.click("button[value=preview]");
            assertThat(browser.text("h1", "What would change " + path)).isEqualTo("What would change " + path);
            browser.type("#reason", "spring sale");
            browser.shoot("configuration-preview");
            browser.click("button[value=apply]");
            assertThat(browser.text("[role=status] p", "Applied.")).isEqualTo("Applied.");
            assertThat(Files.readString(path)).isEqualTo(TEXT.replace("round-robin", "random"));
            assertThat(dispatcher.control().cluster("shop").policy()).isEqualTo("random");

            browser.shoot("configuration-applied");
            browser.click("a[href*=version]");
            browser.text("h1", "What would change " + path);
            browser.click("button[value=apply]");
            assertThat(browser.text("[role=status] p", "Applied.")).isEqualTo("Applied.");
            assertThat(Files.readString(path)).isEqualTo(TEXT);
            assertThat(browser.run("return String(window.owned)")).isEqualTo("undefined");
            assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
        }
    }
}
