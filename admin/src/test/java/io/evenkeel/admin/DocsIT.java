// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documentation inside the program. */
class DocsIT {

    private static final String HTML = "Accept: text/html";

    @TempDir
    Path folder;

    private final ScriptedControl control = new ScriptedControl();
    private AdminServer server;
    private Browser browser;
    private String viewer;

    @BeforeEach
    void start() throws IOException, AccountException {
        AdminFiles files = AdminFiles.beside(folder.resolve("shop.yaml"));
        viewer = "Authorization: Bearer "
                + Accounts.in(files.users(), new EventLog().admin()).createToken("look", Role.VIEWER, Long.MAX_VALUE);
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), control, files);
        browser = new Browser(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/docs",
                "/console/docs?page=docs/guides/agent.md",
                "/console/docs?words=drain",
                "/console/docs/policies",
                "/console/docs/about"
            })
    void answersForViewersAndNobodyWhoIsNotSignedIn(String path) throws IOException {
        Answer asked = browser.get(path, HTML);
        assertThat(asked.status()).isEqualTo(303);
        assertThat(asked.head()).contains("Location: /console/sign-in");
        Answer answer = browser.get(path, HTML, viewer);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body())
                .contains("<h1", "aria-current=\"page\">Docs</a>")
                .doesNotContain("<script>", " style=\"", " onclick=");
    }

    @Test
    void leadsToEveryPageAndEveryLinkOfThemSomewhere() throws IOException {
        Pattern link = Pattern.compile("(?:href|src)=\"(/console/docs[^\"#]*)(?:#([^\"]*))?\"");
        Map<String, String> read = new TreeMap<>();
        Map<String, String> anchors = new HashMap<>();
        Deque<String> open = new ArrayDeque<>();
        open.add("/console/docs");
        while (!open.isEmpty()) {
            String path = open.pop();
            if (read.containsKey(path)) {
                continue;
            }
            Answer answer = browser.get(path, HTML, viewer);
            assertThat(answer.status()).as(path).isEqualTo(200);
            read.put(path, answer.body());
            for (Matcher each = link.matcher(answer.body()); each.find(); ) {
                open.add(each.group(1));
                if (each.group(2) != null) {
                    anchors.put(each.group(1) + "#" + each.group(2), path);
                }
            }
            Matcher own = Pattern.compile("href=\"#([^\"]+)\"").matcher(answer.body());
            while (own.find()) {
                anchors.put(path + "#" + own.group(1), path);
            }
        }
        assertThat(read)
                .hasSizeGreaterThan(40)
                .containsKeys(
                        "/console/docs?page=docs/guides/console.md",
                        "/console/docs?page=GLOSSARY.md",
                        "/console/docs?page=examples/config/full.yaml",
                        "/console/docs/policies",
                        "/console/docs/about");
        anchors.forEach((anchor, from) -> {
            int hash = anchor.indexOf('#');
            assertThat(read.getOrDefault(anchor.substring(0, hash), "")
                            .contains("id=\"" + anchor.substring(hash + 1) + "\""))
                    .as("%s, to which %s links", anchor, from)
                    .isTrue();
        });
    }

    @Test
    void explainsEveryPolicyByItsFormula() throws IOException {
        String page = browser.get("/console/docs/policies", HTML, viewer).body();

        for (PolicyType type : PolicyCatalog.load().all()) {
            assertThat(page)
                    .contains("id=\"" + type.name() + "\"", "<code>" + escaped(type.formula()) + "</code>")
                    .contains(escaped(type.summary()), escaped(type.source()));
        }
        assertThat(page).contains("In force for", "/console/cluster?cluster=shop");
    }

    @Test
    void saysItsVersionAndThanks() throws IOException {
        assertThat(browser.get("/console/docs/about", HTML, viewer).body())
                .contains(
                        "<dd>" + control.dispatcher().version() + "</dd>",
                        "Apache-2.0",
                        "commonmark-java",
                        "BSD-2-Clause",
                        "https://htmx.org");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/docs?page=none.md",
                "/console/docs?page=../console.css",
                "/console/docs?page=%3Cscript%3Ealert(1)%3C/script%3E",
                "/console/docs/image?name=%3Cscript%3Ealert(1)%3C/script%3E",
                "/console/docs/image?name=docs/README.md",
                "/console/docs/image?name=../../../console/console.css"
            })
    void refusesWhatIsNotPacked(String path) throws IOException {
        Answer answer = browser.get(path, HTML, viewer);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).contains("documentation").doesNotContain("<script>");
    }

    @Test
    void escapesTheWordsLookedFor() throws IOException {
        assertThat(browser.get("/console/docs?words=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", HTML, viewer)
                        .body())
                .contains("&lt;script", "No page contains all of these words")
                .doesNotContain("<script>");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
