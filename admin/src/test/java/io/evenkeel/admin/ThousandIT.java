// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.alert.AlertCondition;
import io.evenkeel.config.alert.AlertRule;
import io.evenkeel.config.alert.AlertSettings;
import io.evenkeel.config.alert.AlertSeverity;
import io.evenkeel.config.alert.WatchedState;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The console with a thousand nodes: a tab is sent only the nodes it shows, and of those only changes. */
@QuickPasswords
@Tag("thorough")
class ThousandIT {

    private static final String PASSWORD = "correct horse battery";
    private static final String HTML = "Accept: text/html";

    private final Thousand nodes = new Thousand();
    private final ScriptedControl control = new ScriptedControl();

    @TempDir
    Path folder;

    private AdminServer server;
    private String cookie;

    @BeforeEach
    void start() throws Exception {
        control.fleet = nodes;
        AdminFiles files = AdminFiles.beside(folder.resolve("shop.yaml"));
        Accounts.in(files.users(), new EventLog().admin()).add("ann", Role.VIEWER, PASSWORD);
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), control, files);
        Matcher session = Pattern.compile("Set-Cookie: (evenkeel-\\d+=[0-9a-f]+);")
                .matcher(new Browser(server.url())
                        .send(
                                "POST",
                                "/console/sign-in",
                                "name=ann&password=" + PASSWORD.replace(' ', '+'),
                                "Content-Type: application/x-www-form-urlencoded",
                                HTML)
                        .head());
        assertThat(session.find()).isTrue();
        cookie = "Cookie: " + session.group(1);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String page(String query) throws Exception {
        return get("/console/cluster?cluster=big" + query);
    }

    private String get(String path) throws IOException {
        return new Browser(server.url()).get(path, HTML, cookie).body();
    }

    private static JsonNode next(LiveReader reader) throws Exception {
        String text = reader.until("event: cells");
        return JsonMapper.shared().readTree(text.substring(text.lastIndexOf("data: ") + 6));
    }

    private static Set<String> nodes(JsonNode cells) {
        Set<String> names = new TreeSet<>();
        cells.propertyNames().stream()
                .filter(key -> key.startsWith("node/"))
                .forEach(key -> names.add(key.split("/", -1)[2]));
        return names;
    }

    @Test
    void streamsTheRowsOfThePageAlone() throws Exception {
        for (int node = 0; node < Thousand.NODES; node++) {
            nodes.cpu.set(node, node % 100);
        }
        String live = "view=cluster&cluster=big&sort=cpu&page=1&words=APP-&state=up";
        try (LiveReader reader = new LiveReader(server.url(), "/console/live?" + live, cookie)) {
            JsonNode first = next(reader);
            assertThat(nodes(first)).hasSize(100);
            assertThat(first.propertyStream().filter(cell -> cell.getKey().endsWith("/cpu")))
                    .as("ten nodes drain, so that the second hundred are those of 88 % down to 79 %")
                    .allSatisfy(cell -> assertThat(cell.getValue().asString()).matches("(79|8[0-8]) %"));
        }
    }

    @Test
    void streamsWhatChangedAlone() throws Exception {
        try (LiveReader reader = new LiveReader(server.url(), "/console/live?view=cluster&cluster=big", cookie)) {
            JsonNode whole = next(reader);
            assertThat(nodes(whole))
                    .contains(Thousand.name(0), Thousand.name(99))
                    .hasSize(100);
            // once there is a reading to compare with, rates are no longer unknown but 0
            JsonNode second = next(reader);
            for (int quiet = 0; second.size() > 0; quiet++) {
                assertThat(quiet).as("ticks until nothing changes").isLessThan(10);
                second = next(reader);
            }
            for (int node : new int[] {3, 42, 99, 100, 500, 999}) {
                nodes.inFlight.set(node, 5);
            }
            JsonNode changed = next(reader);
            while (changed.size() == 0) {
                changed = next(reader);
            }
            assertThat(changed.propertyNames())
                    .as("three of them are on the page")
                    .containsExactlyInAnyOrder(
                            "node/big/app-003/inflight",
                            "node/big/app-042/inflight",
                            "node/big/app-099/inflight",
                            "cluster/big/inflight");
            assertThat(changed.toString().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(200);
        }
    }

    @Test
    void saysWhenOtherRowsWouldBeShownNow() throws Exception {
        String page = page("&sort=inflight");
        Matcher version =
                Pattern.compile("id=\"nodes\"[^>]* data-version=\"([^\"]+)\"").matcher(page);
        assertThat(version.find()).isTrue();
        String live = "/console/live?view=cluster&cluster=big&sort=inflight";
        try (LiveReader reader = new LiveReader(server.url(), live, cookie)) {
            String first = next(reader).path("cluster/big/rows").asString("");
            assertThat(first).isEqualTo(version.group(1));
            nodes.inFlight.set(700, 9);
            JsonNode changed = next(reader);
            while (!changed.has("cluster/big/rows")) {
                changed = next(reader);
            }
            assertThat(changed.path("cluster/big/rows").asString("")).isNotEqualTo(first);
            assertThat(nodes(changed)).as("the tab has no such row yet").doesNotContain(Thousand.name(700));
        }
        assertThat(page("&sort=inflight")).contains("app-700");
    }

    @Test
    void findsNodesByNameAddressAndState() throws Exception {
        assertThat(page("&words=app-70"))
                .contains("10 of 1000 nodes", "app-707")
                .doesNotContain("app-710", "page=1");
        assertThat(page("&words=10.0.3.249")).contains("1 of 1000 nodes", "app-999");
        String drains = page("&state=drain&sort=cpu");
        assertThat(drains)
                .contains("10 of 1000 nodes", "app-199", "sort=cpu&amp;order=up&amp;state=drain")
                .doesNotContain("app-198");
        assertThat(page("&words=%3Cscript%3E"))
                .contains("None of the 1000 nodes matches")
                .doesNotContain("<script>alert");
        assertThat(page("&page=99")).as("the last page instead of none").contains("app-999", "page=8");
    }

    /** The page of alerts once that many nodes are down and each has one. */
    private String alertsOf(int down, String shown) throws Exception {
        AlertRule rule = new AlertRule(
                "out",
                AlertCondition.state(Set.of(WatchedState.DOWN)),
                Duration.ZERO,
                AlertSeverity.WARNING,
                List.of(),
                "");
        control.alerts = new AlertSettings(List.of(rule), List.of(), Duration.ofSeconds(5), Duration.ofHours(4));
        for (int node = 0; node < down; node++) {
            nodes.down.add(node);
        }
        String page = get("/console/alerts");
        for (long endNs = System.nanoTime() + 20_000_000_000L; !page.contains(shown) && System.nanoTime() < endNs; ) {
            TimeUnit.MILLISECONDS.sleep(50);
            page = get("/console/alerts");
        }
        return page;
    }

    @Test
    void hasTheSearchOfFewAlertsWhereTheAddressHasWords() throws Exception {
        assertThat(alertsOf(40, "<td class=\"n\">40</td>")).doesNotContain("id=\"words\"");
        assertThat(get("/console/alerts?words=app-007"))
                .contains("1 of 40 alerts", "id=\"words\"", "value=\"app-007\"");
        assertThat(get("/console/alerts?words=nothing"))
                .contains("None of the 40 alerts has these words.", "id=\"words\"", "value=\"nothing\"");
    }

    @Test
    void listsTheAlertsOfAThousandNodesByPagesAndFindsThem() throws Exception {
        String first = alertsOf(Thousand.NODES, "1000 alerts");
        assertThat(first)
                .contains("1000 alerts", "/console/alerts?page=19", "<td class=\"n\">1000</td>")
                .contains("<a href=\"/console/node?cluster=big&amp;node=app-000\">big/app-000</a> is down since");
        assertThat(first.split("/console/node\\?", -1)).hasSize(1 + 50);
        assertThat(get("/console/alerts?page=19"))
                .contains("big/app-999<", "aria-current=\"page\">20<")
                .doesNotContain("big/app-949<");
        assertThat(get("/console/alerts?words=APP-70")).contains("10 of 1000 alerts", "big/app-709<");
        assertThat(get("/console/alerts?words=nothing")).contains("None of the 1000 alerts has these words.");
    }
}
