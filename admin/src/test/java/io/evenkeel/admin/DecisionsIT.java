// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionsIT {

    private static final String HTML = "Accept: text/html";
    private static final String PAGE = "/console/decisions?cluster=shop";
    private static final String CHOICE = "/console/decisions/choice?cluster=shop&at=1700000050000&node=vcn1";

    private final ScriptedControl control = new ScriptedControl();

    @TempDir
    Path folder;

    private AdminServer server;
    private Browser browser;
    private String viewer;

    @BeforeEach
    void start() throws Exception {
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

    private String page(String path) throws IOException {
        Answer answer = browser.get(path, HTML, viewer);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void showsViewersEveryNodeOfAChoiceAndWhyItWasMade() throws IOException {
        assertThat(browser.get(PAGE, HTML).status()).as("nobody is signed in").isEqualTo(303);
        assertThat(page(PAGE))
                .as("the reason without a click")
                .contains("its score was the least, 4.5, attempt 2")
                .contains("vcn1 4.5 · vcn2 drain · vcn3 0 in flight", "2023-11-14T22:14:10Z")
                .contains("href=\"" + CHOICE.replace("&", "&amp;") + "\"")
                .doesNotContain("would have chosen</h2>", "differs");
        assertThat(page(CHOICE))
                .contains("headroom chose vcn1 out of 2 nodes that could take the task: its score was the least, 4.5.")
                .contains("It was attempt 2 of the task.", "Passed over: vcn2 (drain: maintenance at noon).")
                .contains("120 ms", "2023-11-14T22:14:10Z", "value=\"1.0\"");
        assertThat(page("/console/decisions"))
                .as("without a cluster, the first")
                .contains("policy headroom");
        assertThat(page("/console")).contains("href=\"/console/decisions\"");
        assertThat(page("/console/cluster?cluster=shop")).contains("href=\"" + PAGE + "\"");
    }

    @Test
    void staysSmallHoweverManyChoicesThereAre() throws IOException {
        control.decisions = 200;
        String first = page(PAGE);
        assertThat(first.length()).isLessThan(100_000);
        assertThat(first.split("<li ", -1)).hasSize(1 + 50);
        assertThat(first)
                .contains("200 of the last 200", "1 to 50 of 200", "from=50#choices", " data-watched")
                .doesNotContain("Newer");
        assertThat(page(PAGE + "&from=150"))
                .contains("151 to 200 of 200", "from=100#choices")
                .doesNotContain("Older", "data-watched", "id=\"pause\"");
        assertThat(page(PAGE + "&from=9999")).contains("200 to 200 of 200");
    }

    @Test
    void showsAPageOfTheNodesOfAChoiceAmongMany() throws IOException {
        control.otherCandidates = 997;
        String first = page(CHOICE + "&policy=least-connections");
        assertThat(first.length()).isLessThan(150_000);
        assertThat(first.split("<th scope=\"row\"", -1)).hasSize(1 + 100);
        assertThat(first)
                .contains("1 to 100 of 1000 nodes", "other-97<", "policy=least-connections", "from=100")
                .contains("<th scope=\"row\">vcn3</th>")
                .doesNotContain("other-98<", ">Before<", "Every node");
        assertThat(page(CHOICE + "&from=900"))
                .contains("901 to 1000 of 1000 nodes", "from=800", "<th scope=\"row\">vcn2</th>")
                .doesNotContain(">Next<");
    }

    @Test
    void saysThatAChoiceIsNoLongerRecorded() throws IOException {
        Answer gone = browser.get(CHOICE.replace("050000", "000000"), HTML, viewer);
        assertThat(gone.status()).isEqualTo(404);
        assertThat(gone.body()).contains("that choice is no longer recorded");
    }

    @Test
    void showsTheChoicesOfOneNode() throws IOException {
        assertThat(page(PAGE + "&node=vcn1")).contains("1 of the last 1");
        assertThat(page(PAGE + "&node=vcn2"))
                .contains("None of the last 1 choices fell on vcn2.")
                .doesNotContain("<ol class=\"choices\">");
    }

    @Test
    void showsWhichNodeIsAskedForAmongMany() throws IOException {
        control.fleet = new Thousand();
        assertThat(page("/console/decisions?cluster=big&node=app-700")).contains("selected>app-700</option>");
        assertThat(page("/console/node?cluster=big&node=app-700"))
                .contains("href=\"/console/decisions?cluster=big&amp;node=app-700#choices\"");
    }

    @Test
    void comparesWithAnotherPolicyAndSaysWhatThatDidNotKnow() throws IOException {
        assertThat(page(PAGE + "&policy=least-connections"))
                .contains("What least-connections would have chosen")
                .contains(
                        "<dd>100 %</dd>",
                        "1 · 100 %", "0 · 0 %", "the record does not say how tasks ended", "the defaults")
                .contains("least-connections: vcn3", "selected>least-connections");
        assertThat(page(CHOICE + "&policy=least-connections")).contains("least-connections would have chosen vcn3.");
        assertThat(page(PAGE + "&policy=headroom")).contains("What a fresh headroom", "What shop has learned");
        Answer unknown = browser.get(PAGE + "&policy=magic", HTML, viewer);
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.body()).contains("there is headroom, least-connections");
    }

    @Test
    void answersTheSameQuestionInJson() throws IOException {
        assertThat(browser.get("/api/v1/decisions?cluster=shop&policy=least-connections")
                        .body())
                .contains("\"policy\":\"least-connections\",\"parameters\":\"defaults\",\"choices\":1,\"differing\":1")
                .contains("\"differingShare\":1.0", "{\"node\":\"vcn3\",\"recorded\":0,\"whatIf\":1}")
                .contains("\"whatIf\":\"vcn3\"");
        assertThat(browser.get("/api/v1/decisions?cluster=shop&policy=magic").status())
                .isEqualTo(404);
    }

    @Test
    void escapesWhatNodesAreCalled() throws IOException {
        String evil = "\"><img src=x onerror=alert(1)>";
        control.nodeName = evil;
        String quoted = URLEncoder.encode(evil, StandardCharsets.UTF_8);
        for (String query : new String[] {"", "&policy=headroom", "&node=" + quoted}) {
            assertThat(page(PAGE + query))
                    .as(query)
                    .doesNotContain("<img src=x")
                    .contains("&lt;img src=x");
        }
        for (String query : new String[] {"&policy=" + quoted, quoted}) {
            assertThat(browser.get(PAGE + query, HTML, viewer).body()).doesNotContain("<img src=x");
        }
    }
}
