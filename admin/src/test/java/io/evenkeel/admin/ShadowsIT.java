// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.control.ShadowView;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shadows over the API and on the page of decisions. */
class ShadowsIT {

    private static final String HTML = "Accept: text/html";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded";
    private static final String PAGE = "/console/decisions?cluster=shop";
    private static final String API = "/api/v1/clusters/shop/shadows";

    private final ScriptedControl control = new ScriptedControl();

    @TempDir
    Path folder;

    private AdminFiles files;
    private AdminServer server;
    private Browser browser;
    private String viewer;
    private String operator;

    @BeforeEach
    void start() throws Exception {
        files = AdminFiles.beside(folder.resolve("shop.yaml"));
        Accounts accounts = Accounts.in(files.users(), new EventLog().admin());
        viewer = "Authorization: Bearer " + accounts.createToken("look", Role.VIEWER, Long.MAX_VALUE);
        operator = "Authorization: Bearer " + accounts.createToken("act", Role.OPERATOR, Long.MAX_VALUE);
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

    private Answer post(String body, String... fields) throws IOException {
        return browser.send("POST", API, body, fields);
    }

    @Test
    void operatorsStartAndStopOneOverTheApiAndItIsWrittenDown() throws IOException {
        String body = "{\"policy\": \"least-connections\", \"reason\": \"is it worth it?\"}";
        assertThat(post(body).status()).as("nobody").isEqualTo(401);
        assertThat(post(body, viewer).status()).isEqualTo(403);
        assertThat(control.shadows.list("shop")).isEmpty();

        Answer started = post(body, operator);
        assertThat(started.status()).isEqualTo(201);
        assertThat(started.body())
                .contains("\"policy\":\"least-connections\",\"active\":\"headroom\",\"parameters\":\"defaults\"")
                .contains("\"compared\":0", "\"sameShare\":null", "\"state\":\"running\"");
        assertThat(post(body, operator).status()).as("it runs already").isEqualTo(409);
        assertThat(post("{\"policy\": \"magic\"}", operator).status()).isEqualTo(404);
        assertThat(post("{}", operator).status()).isEqualTo(400);
        assertThat(post("{\"policy\": \"headroom\", \"reson\": \"\"}", operator).body())
                .contains("unknown field 'reson'");

        control.shadows.compared = 4;
        control.shadows.same = 3;
        String seen = browser.get(API + "/least-connections").body();
        assertThat(seen)
                .contains("\"compared\":4,\"same\":3,\"differed\":1,\"held\":0,\"dropped\":2,\"sameShare\":0.75")
                .contains(
                        "{\"node\":\"vcn1\",\"active\":4,\"shadow\":3}",
                        "{\"node\":\"vcn3\",\"active\":0,\"shadow\":1}")
                .contains("\"shadow\":\"vcn3\"", "{\"node\":\"vcn3\",\"score\":0.5,\"rule\":\"the idlest\"}");
        assertThat(browser.get(API).body()).isEqualTo("[" + seen + "]");
        assertThat(browser.get(API + "/headroom").status()).isEqualTo(404);
        assertThat(browser.get("/api/v1/clusters/nowhere/shadows").status()).isEqualTo(404);

        String one = API + "/least-connections?reason=seen+enough";
        assertThat(browser.send("DELETE", one, "", viewer).status()).isEqualTo(403);
        assertThat(browser.send("DELETE", one, "", operator).body()).contains("\"compared\":4");
        assertThat(browser.send("DELETE", one, "", operator).status()).isEqualTo(404);
        assertThat(Files.readString(files.audit()))
                .contains(
                        "\"what\":\"shadow started\",\"subject\":\"shop/least-connections\",\"why\":\"is it worth it?\"")
                .contains("\"what\":\"shadow stopped\",\"subject\":\"shop/least-connections\",\"why\":\"seen enough\"");
    }

    @Test
    void thePageSaysWhatToDoAndWhoMay() throws IOException {
        assertThat(page(PAGE))
                .contains("None runs. A shadow is a policy that sees every choice of headroom")
                .contains("Starting and stopping one needs the role operator.")
                .doesNotContain("Start shadow");
        assertThat(browser.get(PAGE, HTML, operator).body())
                .contains("Start shadow", "least-connections: Chooses the node with the fewest active connections.")
                .contains("headroom (in force): ");
    }

    @Test
    void theFormStartsAndStopsOne() throws IOException {
        String path = "/console/decisions/shadow";
        String start = "cluster=shop&policy=least-connections&reason=try";
        assertThat(browser.send("POST", path, start, FORM, HTML, viewer).status())
                .isEqualTo(403);
        assertThat(browser.send("POST", path, start, FORM, HTML, operator, "Sec-Fetch-Site: cross-site")
                        .status())
                .as("from another site's page")
                .isEqualTo(403);
        assertThat(browser.send("POST", path, start, FORM, HTML).status())
                .as("nobody")
                .isEqualTo(401);
        assertThat(control.shadows.list("shop")).isEmpty();

        Answer started = browser.send("POST", path, start, FORM, HTML, operator);
        assertThat(started.status()).isEqualTo(303);
        assertThat(started.head()).contains("done=shadow+least-connections+started#shadows");
        assertThat(page(PAGE + "&done=shadow+least-connections+started"))
                .contains("Done: shadow least-connections started.", "No choice was made since it started")
                .doesNotContain("Stop least-connections");
        assertThat(browser.get(PAGE, HTML, operator).body())
                .as("headroom alone is left to start")
                .contains("Stop least-connections", "headroom (in force): ")
                .doesNotContain("<option value=\"least-connections\">least-connections:");
        browser.send("POST", path, "cluster=shop&policy=headroom", FORM, HTML, operator);
        assertThat(browser.get(PAGE, HTML, operator).body())
                .contains("No more can run: 2 are running.")
                .doesNotContain("id=\"shadow-policy\"");
        assertThat(browser.send("POST", path, start, FORM, HTML, operator).status())
                .isEqualTo(409);

        String stop = "cluster=shop&policy=headroom&stop=least-connections";
        assertThat(browser.send("POST", path, stop, FORM, HTML, operator).head())
                .contains("stopped%3B+it+agreed+in+0+of+0+choices");
        assertThat(control.shadows.list("shop")).extracting(ShadowView::policy).containsExactly("headroom");
    }

    @Test
    void showsHowSureAnAgreementIsAndWhereItDiffered() throws IOException {
        control.shadows.start("shop", "least-connections");
        control.shadows.compared = 3;
        control.shadows.same = 3;
        assertThat(page(PAGE)).contains(">100 %</span> <small data-t=\"least-connections/interval\">44 to 100 %<");

        control.shadows.compared = 20_000;
        control.shadows.same = 19_999;
        control.shadows.failure = "failed to choose: java.lang.IllegalStateException: <no idea>";
        assertThat(page(PAGE))
                .contains(">99.9 %</span>", "20,000", "It has stopped: failed to choose")
                .contains("&lt;no idea&gt;");
        assertThat(page(PAGE + "&shadow=least-connections"))
                .contains("Where least-connections would have chosen otherwise", "least-connections: vcn3");
        assertThat(page("/console/decisions/choice?cluster=shop&shadow=least-connections&at=1700000050000&node=vcn1"))
                .contains("Score by least-connections")
                .contains("the idlest", "7.25", "least-connections would have chosen vcn3.");
        assertThat(page(PAGE + "&shadow=headroom")).contains("None so far.");
    }

    @Test
    void whatIsNewIsAskedForByItself() throws IOException {
        control.decisions = 3;
        control.shadows.start("shop", "least-connections");
        control.shadows.compared = 7;
        String watch = "/console/decisions/watch?cluster=shop";
        assertThat(browser.get(watch, HTML).status()).as("nobody is signed in").isEqualTo(303);
        assertThat(page(watch + "&after=0").split("<li ", -1)).hasSize(1 + 3);
        assertThat(page(watch + "&after=1700000050200").split("<li ", -1)).hasSize(1 + 1);
        assertThat(page(watch + "&after=1700000050400"))
                .contains("3 of the last 3", "least-connections/compared\">7<")
                .doesNotContain("<li ", "<nav");
    }

    @Test
    void escapesWhatNodesAreCalled() throws IOException {
        control.nodeName = "\"><img src=x onerror=alert(1)>";
        control.shadows.start("shop", "least-connections");
        control.shadows.compared = 2;
        for (String path :
                new String[] {PAGE, PAGE + "&shadow=least-connections", "/console/decisions/watch?cluster=shop"}) {
            assertThat(page(path)).as(path).doesNotContain("<img src=x").contains("&lt;img src=x");
        }
        assertThat(page(PAGE + "&done=%3Cimg+src=x%3E&shadow=%3Cimg+src=x%3E")).doesNotContain("<img src=x");
    }
}
