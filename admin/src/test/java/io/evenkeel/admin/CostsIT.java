// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The costs of the classes of requests: as JSON, as metrics, and as a page. */
class CostsIT {

    private static final String PAGE = "/console/costs?cluster=shop";

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

    private String page() throws Exception {
        return browser.get(PAGE, "Accept: text/html", viewer).body();
    }

    @Test
    void thoseThatCostMostComeFirst() throws Exception {
        control.answered("shop", "GET", "/page", 90, 5);
        control.answered("shop", "GET", "/report/7", 10, 150);
        control.answered("shop", "POST", "/<b>", 2, 1);

        JsonNode json = JsonMapper.shared()
                .readTree(browser.get("/api/v1/clusters/shop/classes").body());
        assertThat(json.valueStream().map(each -> each.get("class").asString()))
                .containsExactly("GET /report", "GET /page", "POST /%3Cb%3E", "other");
        assertThat(json.get(0).get("requests").asLong()).isEqualTo(10);
        assertThat(json.get(0).get("failures").asLong()).isZero();
        assertThat(json.get(0).get("workShare").asDouble()).isBetween(0.76, 0.78);
        assertThat(json.get(0).get("headMs").get("mean").asDouble()).isEqualTo(150);

        assertThat(page())
                .containsSubsequence(
                        "GET /report", "77 %", "150 ms", "GET /page", "23 %", "5 ms", "POST /%3Cb%3E", "other")
                .doesNotContain("/<b>");
        assertThat(browser.get("/metrics").body())
                .contains("evenkeel_class_requests_total{class=\"GET /report\",cluster=\"shop\"} 10")
                .contains("evenkeel_class_head_seconds_sum{class=\"GET /report\",cluster=\"shop\"} 1.5");
    }

    /** With two equal names Prometheus would get no metrics at all. */
    @Test
    void longPathsAreALineEach() throws Exception {
        String path = "/" + "x".repeat(100);
        control.answered("shop", "GET", path, 3, 5);
        control.answered("shop", "GET", path + "y", 4, 5);

        assertThat(browser.get("/metrics").body())
                .containsPattern(
                        "evenkeel_class_requests_total\\{class=\"GET /x{79}…[0-9a-f]{16}\",cluster=\"shop\"} 3")
                .containsPattern(
                        "evenkeel_class_requests_total\\{class=\"GET /x{79}…[0-9a-f]{16}\",cluster=\"shop\"} 4");
        assertThat(page()).containsPattern("x{79}…[0-9a-f]{16}");
    }

    @Test
    void saysHowToTellClassesApart() throws Exception {
        assertThat(page()).contains("request-classes: 1");
        assertThat(browser.get("/api/v1/clusters/shop/classes").body().strip()).isEqualTo("[]");
        assertThat(browser.get("/api/v1/clusters/none/classes").status()).isEqualTo(404);
        assertThat(browser.get(PAGE, "Accept: text/html").status())
                .as("nobody is signed in")
                .isEqualTo(303);
    }
}
