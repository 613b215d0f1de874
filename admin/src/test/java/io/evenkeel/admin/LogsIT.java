// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.Role;
import io.evenkeel.dispatcher.settings.AdminSettings;
import io.evenkeel.dispatcher.settings.LogSettings;
import io.evenkeel.dispatcher.settings.LogSettings.AccessLogSettings;
import io.evenkeel.dispatcher.settings.LogSettings.Format;
import io.evenkeel.dispatcher.settings.LogSettings.Level;
import io.evenkeel.dispatcher.settings.address.HostPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log files, memory and threads in the console. */
class LogsIT {

    private static final String HTML = "Accept: text/html";

    private final ScriptedControl control = new ScriptedControl();

    @TempDir
    Path folder;

    private AdminServer server;
    private Browser browser;
    private String viewer;
    private Path events;
    private Path access;

    @BeforeEach
    void start() throws IOException, AccountException {
        events = folder.resolve("events.log");
        access = folder.resolve("access.log");
        control.log = new LogSettings(
                Level.INFO, events.toString(), new AccessLogSettings(Format.COMBINED, access.toString()));
        AdminFiles files = AdminFiles.beside(folder.resolve("shop.yaml"));
        viewer = "Authorization: Bearer " + Accounts.in(files.users()).createToken("look", Role.VIEWER, Long.MAX_VALUE);
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), control, files);
        browser = new Browser(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Answer get(String path) throws IOException {
        return browser.get(path, HTML, viewer);
    }

    @Test
    void listsTheFilesThereAre() throws IOException {
        assertThat(get("/console/logs").body()).contains("No log goes to a file");
        Files.writeString(events, "x\n");
        Files.writeString(folder.resolve("events.log.1"), "older\n");
        Files.writeString(access, "y\n");
        assertThat(get("/console/logs").body())
                .contains("Event log", "Event log, rotated", "Access log", "file=events.1", "level INFO")
                .doesNotContain("file=access.1", "No log goes to a file");
    }

    @Test
    void showsMemoryAndThreads() throws IOException {
        assertThat(get("/console/logs").body())
                .contains(
                        "Heap",
                        "Buffers, direct",
                        "MiB",
                        "runnable",
                        ">" + Thread.currentThread().getName() + "<");
    }

    @Test
    void escapesWhatLinesSay() throws IOException {
        Files.writeString(access, "GET /<script>alert(1)</script> \"><img src=x onerror=alert(1)> \u001b[2J\u202e\n");
        String page = get("/console/logs/view?file=access&words=%3Cscript%3Ealert&follow=yes")
                .body();
        assertThat(page)
                .contains("&lt;script", "\\u001b[2J\\u202e", "value=\"&lt;script")
                .doesNotContain("<script>", "<img src=x", "\u001b", "\u202e");
    }

    @Test
    void findsAndFollowsLines() throws IOException {
        Files.writeString(events, "INFO node vcn1 is up\nWARN node vcn2 is down\n");
        String all = get("/console/logs/view?file=events").body();
        assertThat(all).contains("vcn1", "vcn2", "All 2 lines", "Follow").doesNotContain("every 2s");
        assertThat(get("/console/logs/view?file=events&words=warn").body())
                .contains("vcn2")
                .doesNotContain("vcn1");
        assertThat(get("/console/logs/view?file=events&follow=yes").body())
                .contains("hx-trigger=\"every 2s\"", "Stop following");
    }

    @Test
    void sendsAFileWhole() throws IOException {
        Files.writeString(events, "<b>one</b>\ntwo\n");
        for (int i = 0; i < 5; i++) {
            Answer answer = get("/console/logs/download?file=events");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.head()).contains("text/plain", "attachment; filename=\"evenkeel-events.log\"", "nosniff");
            assertThat(answer.body()).isEqualTo("<b>one</b>\ntwo\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "../shop.yaml", "/etc/passwd", "events.9", "", "%3Cscript%3E"})
    void readsNoOtherFile(String key) throws IOException {
        Files.writeString(events, "x\n");
        for (String page : new String[] {"view", "download"}) {
            Answer answer = get("/console/logs/" + page + "?file=" + key);
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body()).contains("there is no log file").doesNotContain("<script>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console/logs", "/console/logs/view?file=events", "/console/logs/download?file=events"})
    void asksForASignIn(String path) throws IOException {
        Files.writeString(events, "secret\n");
        Answer answer = browser.get(path, HTML);
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.body()).doesNotContain("secret");
    }
}
