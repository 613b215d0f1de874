// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.HistorySettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.TlsSettings;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The console over HTTPS in Debian's Chromium. */
@QuickPasswords
class HttpsChromiumIT {

    private static AdminSettings everywhere() throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .ecp256()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        X509Bundle own = new CertificateBuilder()
                .ecp256()
                .subject("CN=gw")
                .addSanDnsName("localhost")
                .buildIssuedBy(authority);
        Identity identity =
                new Identity(List.of(own.getCertificate()), own.getKeyPair().getPrivate());
        TlsSettings tls = new TlsSettings(Path.of("gw.pem"), Path.of("gw-key.pem"), identity, Duration.ZERO);
        return new AdminSettings(new HostPort("0.0.0.0", 0), "sesame", HistorySettings.OFF, tls);
    }

    @Test
    void signsInAndShowsLiveFigures() throws Exception {
        Chromium.need();
        ScriptedControl control = new ScriptedControl();
        try (AdminServer server = AdminServer.start(everywhere(), control, null);
                Chromium browser = new Chromium(1280, 900, false)) {
            assertThat(server.publicUrl()).hasScheme("https").hasHost("localhost");
            browser.go(Objects.requireNonNull(server.setUpLink()));
            browser.type("#password", "correct horse battery");
            browser.type("#again", "correct horse battery");
            browser.click("button.main");

            assertThat(browser.text("h1", "Overview")).isEqualTo("Overview");
            assertThat(browser.run("return location.protocol + ' ' + window.isSecureContext"))
                    .isEqualTo("https: true");
            String up = "return document.querySelector('[data-k=\"all/up\"]')?.textContent ?? ''";
            assertThat(browser.await(up, "3 / 3"::equals)).isEqualTo("3 / 3");
            control.bankNodesUp = 0;
            assertThat(browser.await(up, "2 / 3"::equals))
                    .as("live, without a reload")
                    .isEqualTo("2 / 3");
            browser.click(".user button");
            assertThat(browser.text("h1", "Sign in to Evenkeel")).isEqualTo("Sign in to Evenkeel");
            assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "Mixed Content");
        }
    }
}
