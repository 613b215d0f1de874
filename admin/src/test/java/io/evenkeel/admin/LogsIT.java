// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.LogSettings;
import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.config.LogSettings.Format;
import io.evenkeel.config.LogSettings.Level;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    private String operator;
    private String admin;
    private Path audit;
    private Path events;
    private Path access;

    @BeforeEach
    void start() throws IOException, AccountException {
        events = folder.resolve("events.log");
        access = folder.resolve("access.log");
        control.log = new LogSettings(
                Level.INFO, events.toString(), new AccessLogSettings(Format.COMBINED, access.toString()));
        AdminFiles files = AdminFiles.beside(folder.resolve("shop.yaml"));
        Accounts accounts = Accounts.in(files.users(), new EventLog().admin());
        viewer = "Authorization: Bearer " + accounts.createToken("look", Role.VIEWER, Long.MAX_VALUE);
        operator = "Authorization: Bearer " + accounts.createToken("run", Role.OPERATOR, Long.MAX_VALUE);
        admin = "Authorization: Bearer " + accounts.createToken("rule", Role.ADMIN, Long.MAX_VALUE);
        audit = files.audit();
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
                .contains("Event log", "Event log, rotated", "Access log", "file=events.1")
                .doesNotContain("file=access.1", "No log goes to a file");
    }

    @Test
    void showsMemoryAndThreads() throws IOException {
        assertThat(get("/console/dispatcher/process").body())
                .contains(
                        "Heap",
                        "Buffers, direct",
                        "Buffers, data plane",
                        "MiB <small>of 512",
                        "Files and sockets open",
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

    @Test
    void changesALevelForAWhileAndBack() throws IOException {
        Map<String, String> debug = Map.of("area", "exchange", "level", "DEBUG", "minutes", "10");
        for (String caller : new String[] {viewer, operator}) {
            assertThat(browser.post("/console/logs/level", debug, caller).status())
                    .isEqualTo(403);
        }
        assertThat(get("/console/logs").body()).contains("INFO").doesNotContain("/console/logs/level");
        assertThat(browser.post("/console/logs/level", debug, admin).head())
                .contains("Location: /console/logs?done=level");
        assertThat(browser.get("/console/logs", HTML, admin).body())
                .containsSubsequence("exchange", "DEBUG", "INFO", "As configured");
        browser.post("/console/logs/level", Map.of("area", "exchange"), admin);
        assertThat(control.commands).containsExactly("log exchange DEBUG PT10M", "log exchange null null");
        assertThat(Files.readString(audit))
                .contains("\"token rule\"", "\"log level\",\"subject\":\"exchange\",\"why\":\"DEBUG for 10 min\"");
    }

    @ParameterizedTest
    @CsvSource({
        "<b>none</b>, DEBUG, 10, 404",
        "exchange, LOUD, 10, 400",
        "exchange, DEBUG, 0, 400",
        "exchange, DEBUG, 99999, 400",
        "exchange, DEBUG, ten, 400"
    })
    void changesNoLevelThatThereIsNot(String area, String level, String minutes, int status) throws IOException {
        Answer refused =
                browser.post("/console/logs/level", Map.of("area", area, "level", level, "minutes", minutes), admin);
        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.body()).doesNotContain("<b>none");
        assertThat(control.commands).isEmpty();
        assertThat(audit).doesNotExist();
    }

    @Test
    void deletesARotatedFileAndEmptiesOneThatIsWrittenTo() throws IOException {
        Path rotated = Files.writeString(folder.resolve("events.log.1"), "older\n");
        Files.writeString(events, "line\n");
        for (String caller : new String[] {viewer, operator}) {
            assertThat(browser.post("/console/logs/delete", Map.of("file", "events.1"), caller)
                            .status())
                    .isEqualTo(403);
        }
        assertThat(get("/console/logs").body()).doesNotContain("/console/logs/delete");
        assertThat(rotated).exists();
        try (FileChannel writer = FileChannel.open(events, StandardOpenOption.APPEND)) {
            browser.post("/console/logs/delete", Map.of("file", "events.1"), admin);
            browser.post("/console/logs/delete", Map.of("file", "events"), admin);
            writer.write(ByteBuffer.wrap("next\n".getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(rotated).doesNotExist();
        assertThat(events).hasContent("next\n");
        assertThat(Files.readString(audit)).contains("\"delete log\"", "\"empty log\"", "events.log.1", "5 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "../shop.yaml", "/etc/passwd", "events.9", "", "events.log", "events/../access"})
    void deletesNoOtherFile(String key) throws IOException {
        Files.writeString(events, "x\n");
        Files.writeString(access, "y\n");
        Path other = Files.writeString(folder.resolve("events.log.9"), "z\n");
        assertThat(browser.post("/console/logs/delete", Map.of("file", key), admin)
                        .status())
                .isEqualTo(404);
        assertThat(events).hasContent("x\n");
        assertThat(access).hasContent("y\n");
        assertThat(other).exists();
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
