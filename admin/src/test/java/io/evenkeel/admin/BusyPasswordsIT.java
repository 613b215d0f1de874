// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.HeldPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strangers who let the server check one password after another. */
@Timeout(60)
class BusyPasswordsIT {

    private static final String PASSWORD = "correct horse battery";
    private static final Map<String, String> RIGHT = Map.of("name", "ann", "password", PASSWORD);

    /** More than the threads of the server, and more wrong passwords than an address or a name has. */
    private static final int ATTEMPTS = 16;

    @TempDir
    Path folder;

    @Test
    void refusesAtOnceWhatCannotBeLookedAtSoonAndAnswersTheRest() throws Exception {
        AdminFiles files = AdminFiles.beside(folder.resolve("shop.yaml"));
        Accounts.in(files.users(), new EventLog().admin()).add("ann", Role.ADMIN, PASSWORD);
        try (AdminServer server = AdminServer.start(
                new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), new ScriptedControl(), files)) {
            Browser browser = new Browser(server.url());
            try (HeldPasswords held = new HeldPasswords()) {
                assertThat(held).isNotNull();
                for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                    Answer answer = browser.post("/console/sign-in", RIGHT);
                    assertThat(answer.status()).as("attempt %d", attempt).isEqualTo(429);
                    assertThat(answer.head()).contains("Retry-After: 1");
                    assertThat(answer.body()).contains("too many passwords wait");
                }
                for (String path : List.of("/livez", "/readyz?verbose", "/metrics", "/api/v1/clusters")) {
                    assertThat(browser.get(path).status()).as(path).isEqualTo(200);
                }
            }
            assertThat(browser.post("/console/sign-in", RIGHT).status())
                    .as("nobody was counted as wrong")
                    .isEqualTo(303);
        }
    }
}
