// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.account.QuickPasswords;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new user from the link to the last sign-out, in two browsers. */
@QuickPasswords
@Tag("thorough")
class UsersChromiumIT {

    private static final String PASSWORD = "a password of my own";

    @Test
    void leadsANewUserFromTheLinkToAViewWithoutButtonsAndOut(@TempDir Path folder) throws Exception {
        Chromium.need();
        try (Site site = Site.open(folder, "vcn1");
                Chromium vera = new Chromium(1280, 900, false)) {
            Chromium admin = site.browser;
            admin.go(site.at("/console"));
            admin.click("nav a[href='/console/users']");
            assertThat(admin.text("h1", "Users")).isEqualTo("Users");
            admin.type("#name", "vera");
            admin.shoot("users");
            admin.click("button.main");
            assertThat(admin.text("h1", "Link for vera")).isEqualTo("Link for vera");
            String link = admin.run("return document.getElementById('link').value");
            admin.shoot("user-link");

            vera.go(URI.create(link));
            assertThat(vera.text("h1", "Your password")).isEqualTo("Your password");
            vera.type("#password", PASSWORD);
            vera.type("#again", PASSWORD);
            vera.click("button.main");
            assertThat(vera.text(".user small", "viewer")).isEqualTo("viewer");
            vera.click(".user button");
            vera.text("h1", "Sign in to Evenkeel");
            vera.type("#name", "vera");
            vera.type("#password", PASSWORD);
            vera.click("button.main");
            assertThat(vera.text("h1", "Overview")).isEqualTo("Overview");
            for (String address : new String[] {
                "/console", "/console/node?cluster={said}&node={said}", "/console/config", "/console/logs"
            }) {
                vera.go(site.at(address));
                assertThat(vera.run("return String(document.querySelectorAll('main form[method=post]').length)"))
                        .as("forms that change something at %s", address)
                        .isEqualTo("0");
            }
            assertThat(vera.run("return String(document.querySelector('a[href=\"/console/users\"]'))"))
                    .isEqualTo("null");
            vera.click(".user a");
            assertThat(vera.text("tbody td:last-child", "this one")).isEqualTo("this one");
            vera.shoot("own-account");

            admin.go(site.at("/console/users/user?name=vera"));
            admin.shoot("user");
            admin.click("#everywhere");
            assertThat(admin.text("[role=status]", "Signed out.")).isEqualTo("Signed out.");
            vera.go(site.at("/console"));
            assertThat(vera.text("h1", "Sign in to Evenkeel")).isEqualTo("Sign in to Evenkeel");
            assertThat(vera.complaints() + admin.complaints())
                    .doesNotContain("Content Security", "Uncaught", "/static/");
        }
    }
}
